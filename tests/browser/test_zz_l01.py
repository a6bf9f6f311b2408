from tests.browser.conftest import Lab, DARK, LIGHT
from tests.browser.looking import barriers
from playwright.sync_api import expect
OUT="/tmp/l01_shots"
def shots(lab, tag):
    page=lab.page
    n=page.locator(".jp-Notebook .jp-Cell").count()
    for at,cell in enumerate(page.locator(".jp-Notebook .jp-Cell").all()):
        cell.scroll_into_view_if_needed()
    heads=["Nora comes","From document","Fill in","holds the answer","Do larger","Nine of","Is a large","So why not","What if every","At 200 tokens","Why does the wrong","Your own document","About the handbook","Recap"]
    for k,h in enumerate(heads):
        loc=page.locator(".jp-MarkdownCell",has_text=h).first
        loc.evaluate("e => e.scrollIntoView({block:'start'})")
        page.wait_for_timeout(300)
        page.screenshot(path=f"{OUT}/{tag}_{k:02d}.png")
def run(lab):
    lab.page.locator("#jp-MainMenu .lm-MenuBar-item", has_text="Run").click()
    lab.page.locator("li[data-command='runmenu:run-all']").click()
    lab.page.keyboard.press("Escape")
    lab.page.wait_for_timeout(3000)
    expect(lab.page.locator(".jp-CodeCell .jp-InputPrompt:not(.jp-Placeholder-prompt)").last).to_have_text(Lab._ran, timeout=120000)
    lab.until_idle()
def test_look(lab: Lab) -> None:
    import os; os.makedirs(OUT,exist_ok=True)
    lab.page.set_viewport_size({"width":1024,"height":900})
    lab.open("notebooks/learner/01_why_chunk.ipynb")
    run(lab)
    print("errors",lab.errors())
    shots(lab,"light")
    # a blank wrong, then right
    cell=lab.cell("def holds(")
    src='''def holds(chunk_start, chunk_end, start, end):
    return chunk_start < start and end < chunk_end'''
    lab.replace(cell,src); lab.run(lab.cell('holds = checked("holds")')); lab.until_idle(); lab.page.wait_for_timeout(800)
    lab.page.screenshot(path=f"{OUT}/blank_wrong.png")
    try: print("barriers", barriers(lab.page.locator(".jp-Notebook").first))
    except Exception as e: print("barriers?",e)
    lab.course.set_theme(DARK)
    lab.open("notebooks/01_why_chunk.ipynb"); 
    run(lab); print("errors",lab.errors())
    shots(lab,"dark")
