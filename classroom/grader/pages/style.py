"""The look of the pages: light and dark by the reader's own setting, and plain ink on paper.

Blue and orange are told apart by colour-blind eyes too, and a sign or a word says the same. Contrast is at least 4.5.
"""

STYLE = """\
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #212121; --soft: #565656; --edge: #767676; --ground: #f2f4f7;
  --good: #17508f; --bad: #a33400; --bar: #77aadd; --stripe: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #18191c; --ink: #e9e9e9; --soft: #b9b9b9; --edge: #8a8a8a; --ground: #25272c;
    --good: #94c6ff; --bad: #ffb48c; --bar: #4477aa; --stripe: #18191c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
h4 { font-size: 1.02rem; margin: 0 0 .4rem; }
p, ol, ul { margin: .5rem 0; }
p, ol, ul, .state, .case, h1 { max-width: 52rem; }
summary { margin: 1.5rem 0 .5rem; cursor: pointer; }
summary h2 { display: inline; }
a { color: var(--good); }
code, .foreign { overflow-wrap: anywhere; unicode-bidi: isolate; }
code { font: .92em/1.45 ui-monospace, monospace; white-space: pre-wrap; }
.state { border: 1px solid var(--edge); border-left-width: 6px; padding: .5rem .9rem; background: var(--ground); }
.good { color: var(--good); font-weight: bold; white-space: nowrap; }
.bad { color: var(--bad); font-weight: bold; }
.soft { color: var(--soft); }
.case { border-left: 4px solid var(--bad); padding: .1rem 0 .1rem .9rem; margin: .5rem 0 1.25rem; break-inside: avoid; }
.case dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .2rem .8rem; margin: .4rem 0; }
.case dt { color: var(--soft); }
.case dd { margin: 0; }
.wide { overflow-x: auto; margin: .75rem 0; }
.wide:focus-visible { outline: 2px solid var(--good); }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); padding-bottom: .25rem; }
th, td { border-bottom: 1px solid var(--edge); padding: .3rem .5rem; text-align: left; vertical-align: top; }
th[scope=row] { font-weight: normal; overflow-wrap: anywhere; min-width: 7rem; }
td .foreign { overflow-wrap: break-word; }
.long { min-width: 15rem; max-width: 30rem; overflow-wrap: anywhere; }
.name { min-width: 7rem; }
.name .foreign, .long .foreign { overflow-wrap: anywhere; }
.number { white-space: nowrap; }
thead th { border-bottom-width: 2px; }
svg { display: block; width: 100%; max-width: 25rem; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.bar { fill: var(--bar); stroke: var(--ink); stroke-width: 1; }
.stripe { stroke: var(--ink); stroke-width: 2; }
.hatched { fill: url(#stripes); stroke: var(--ink); stroke-width: 1; }
@media (max-width: 30rem) {
  .case dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .case dd { margin-bottom: .4rem; }
  th, td { padding: .3rem .25rem; }
  th[scope=row] { min-width: 5.5rem; }
}
@media print {
  :root {
    --paper: #ffffff; --ink: #000000; --soft: #444444; --edge: #767676; --ground: #ffffff;
    --good: #17508f; --bad: #a33400; --bar: #77aadd; --stripe: #ffffff;
  }
  main { max-width: none; padding: 0; }
  .wide { overflow: visible; }
  h2, h3, h4 { break-after: avoid; }
  tr { break-inside: avoid; }
}
"""
