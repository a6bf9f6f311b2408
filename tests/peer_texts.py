"""Fifteen short texts that splitters break on, each for a reason of its own."""

import re

_PROSE = """\
The ferry to Utvær leaves at seven, and nobody waits for those who come later. On the quay stand three women with \
a crate of hens, a boy who has lost his cap, and the teacher, who goes out every Monday and comes home every Friday.

The captain counts them twice. Then he looks at the sky, which is the colour of slate, and says that it will blow \
before noon. Nobody answers. The engine coughs, the ropes come in, and the harbour slides away behind the stern like \
a stage that is being cleared for another play.

"Will there be coffee?" asks the boy. There will be coffee, but not for boys. He gets a bun instead, and eats it at \
the rail, where the spray comes over and salts it for him. The hens are quiet. They have been to sea before.
"""

_CODE = '''\
class Ledger:
    """Keeps amounts by name, and never forgets one."""

    def __init__(self) -> None:
        self._amounts: dict[str, list[int]] = {}

    def add(self, name: str, amount: int) -> None:
        if amount == 0:
            raise ValueError(f"nothing to add for {name!r}")
        self._amounts.setdefault(name, []).append(amount)

    def total(self, name: str) -> int:
        return sum(self._amounts.get(name, []))

    def report(self) -> str:
        lines = [f"{name:<12}{sum(amounts):>8}" for name, amounts in sorted(self._amounts.items())]
        return "\\n".join(lines)
'''

_GERMAN = """\
Die Küstenwache überprüfte größtenteils veraltete Übertragungsgeräte, während draußen Böen über fünfzig Knoten \
gemessen wurden. Straßenbeleuchtungsanlagenwartungspläne lagen ungelesen auf dem Schreibtisch. Gegen Mittag kam z. B. \
die Meldung, daß ein Kühlschiff mit einer Länge von ca. 120 m manövrierunfähig sei; Näheres wußte niemand.

Für Rückfragen stünde Frau Dr. Möller-Lüdenscheidt ab 14.30 Uhr zur Verfügung, hieß es. Später stellte sich heraus, \
daß die Küstenfunkstelle zwei Schiffe gleichen Namens verwechselt hatte.
"""

_CHINESE = """\
渡轮每天早上七点离开码头，从不等待迟到的人。码头上站着三位妇女，带着一箱母鸡，还有一个丢了帽子的男孩。船长数了两遍人数，然后抬头看了看\
石板色的天空，说中午之前一定会起风。没有人回答他。发动机咳嗽了几声，缆绳收了上来，港口慢慢地滑到船尾后面去了。

“有咖啡吗？”男孩问道。咖啡是有的，但不是给孩子喝的。他得到了一个小圆面包，站在栏杆旁边吃，海水溅上来，替他撒了一点盐。母鸡们很安静，\
因为它们以前出过海。老师闭着眼睛，心里默默背诵着星期一要讲的课文。
"""

_THAI = """\
เรือข้ามฟากออกจากท่าเวลาเจ็ดโมงเช้าทุกวันและไม่เคยรอใครที่มาสาย บนท่าเรือมีผู้หญิงสามคนยืนอยู่กับลังไก่ \
เด็กชายคนหนึ่งทำหมวกหาย และครูซึ่งเดินทางไปสอนหนังสือทุกวันจันทร์แล้วกลับบ้านทุกวันศุกร์ กัปตันนับคนสองรอบ \
แล้วเงยหน้ามองท้องฟ้าสีเทาเข้ม บอกว่าลมจะแรงก่อนเที่ยง ไม่มีใครตอบ เครื่องยนต์กระแอมสองสามครั้งแล้วเรือก็ค่อยๆ ออกจากฝั่ง
"""

_EMOJI = "Crew: 👩‍🔧👨‍🚒👩🏽‍🚀🧑‍🤝‍🧑👨‍👩‍👧‍👦 and flags 🇳🇴🇯🇵🇧🇷🏴󠁧󠁢󠁳󠁣󠁴󠁿, hearts ❤️‍🔥, thumbs 👍🏿👍🏻. " * 6

_TABLE = """\
| station | depth | state |
|---|---:|---|
| Utvær north | 14 m | in order; last looked at in March |
| Utvær south | 22 m | cable worn, spare part ordered |
| Holm | 9 m | in order |
| Old quay | 3 m | out of use since the storm, lamp removed |

- replace the cable
- paint the lamp house
  - both coats
- write to the harbour office about the old quay, which nobody seems to own
"""

# Clauses in another order, set apart by two blanks: tokens merge across such places, and counts do not add up.
_CLAUSES = [clause for clause in re.split("(?<=[，。？”])", _CHINESE.replace("\n", "")) if clause]
_SET_APART = "  ".join(_CLAUSES[21 * n % len(_CLAUSES)] for n in range(4 * len(_CLAUSES)))

TEXTS: dict[str, str] = {
    "prose": _PROSE,
    "code": _CODE,
    "German": _GERMAN,
    "Chinese": f"{_CHINESE}\n{_SET_APART}",
    "Thai": _THAI,
    "emoji with joiners": _EMOJI,
    "CRLF": _PROSE.replace("\n", "\r\n"),
    "runs of white space": "".join(
        f"entry {n}:{' ' * (3 * n)}\t\t value {n * n}\n{chr(10) * (n % 4)}" for n in range(24)
    ),
    "special tokens": "The log says <|endoftext|> and then <|fim_prefix|>; it says <|endoftext|> once more. " * 7,
    "abbreviations": "Dr. A. B. Lind et al. (cf. Fig. 3.2, p. 14 ff.) took 2.5 l at 9 a.m. in St. Olav's. " * 8,
    "a long URL": "See https://example.org/"
    + "".join(f"p{n:03d}-q{n * 7 % 97:02d}/" for n in range(340))
    + " for all.",
    "one long sentence": " ".join(f"and then boat {n % 13} of fleet {n % 7} sailed out to sea" for n in range(90))
    + ".",
    "periodic": "The same words again. " * 60,
    "Markdown with a table": _TABLE,
    "accents in two forms": "Cafe\u0301 naïve re\u0301sume\u0301 Zoë coo\u0308perate A\u030angstro\u0308m. " * 12,
}
