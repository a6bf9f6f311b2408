"""A module of a user's own splitters, good and bad, which tests write into a folder of their own."""

SOURCE = """
import os, subprocess, sys, time

def good(text, size, overlap=0):
    print("noise on standard output")
    print("noise on standard error", file=sys.stderr)
    step = size - overlap
    return [text[at : at + size] for at in range(0, max(len(text) - overlap, 1), step)]

def lazy(text, chunk_size):
    for at in range(0, len(text), chunk_size):
        yield text[at : at + chunk_size]

def lossy(text):
    return [text[:4], text[8:10], text[20:]]

def hang(text):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    time.sleep(600)

def angry(text):
    raise ValueError("bad text\\nand a second line")

def silent(text):
    raise KeyError

def leaves(text):
    sys.exit("bye")

def quits(text):
    os._exit(3)

def killed(text):
    os.kill(os.getpid(), 9)

def deep(text):
    return deep(text)

def asks(text):
    return [input()]

def number(text):
    return 5

def numbers(text):
    return [1, 2]

def dated(text):
    return [{"text": text, "start": "today"}]

class Shy(Exception):
    def __str__(self):
        raise ValueError

def shy(text):
    raise Shy

value = 5
"""
