/**
 * One accent, system fonts, both colour schemes. A test checks that every pair of colours has a contrast of 4.5 : 1.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: #1d2330; --soft: #586174; --paper: #f5f2eb; --card: #fffefb; --line: #e4dfd3; --edge: #8b8677;
  --accent: #a84a1a; --accent-deep: #8a3a11; --on-accent: #ffffff; --well: #f6f3ec;
  --warn: #5f3d00; --warn-back: #fdf1d5; --warn-line: #e3bd6a;
  --bad: #8c1d13; --bad-back: #fdecea; --bad-line: #e5a59e;
  --good: #1d5a35; --good-back: #e8f5ec; --good-line: #9ccfae;
  --shadow: 0 1px 2px rgb(60 45 20 / .06), 0 12px 32px -12px rgb(60 45 20 / .16);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #ece9e2; --soft: #a7afbd; --paper: #111419; --card: #191d24; --line: #2b313b; --edge: #737d8e;
    --accent: #ec9560; --accent-deep: #f6ab7d; --on-accent: #22120a; --well: #12151b;
    --warn: #f4d08c; --warn-back: #2d2413; --warn-line: #6d5523;
    --bad: #ffb5aa; --bad-back: #371a18; --bad-line: #7c3a34;
    --good: #a6dcb8; --good-back: #14291c; --good-line: #2f6243;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-bottom: 6rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; padding: 3rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
header, main { width: 100%; max-width: 27rem; margin: 0 auto; }
.wide header, .wide main { max-width: 44rem; }
header { display: flex; align-items: center; gap: .6rem; margin-bottom: 1.25rem; padding: 0 .25rem; }
header span { font-size: 1.25rem; font-weight: 650; letter-spacing: -.015em; }
.mark { flex: none; }
.cords { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linecap: round; }
.knots { fill: var(--accent); }
main {
  padding: 2.25rem; border: 1px solid var(--line); border-radius: 16px; background: var(--card); box-shadow: var(--shadow);
}
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; text-wrap: balance; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1rem; line-height: 1.4; font-weight: 650; }
p { margin: 0 0 .75rem; text-wrap: pretty; }
main > :last-child, form > :last-child, section > :last-child { margin-bottom: 0; }
.soft { color: var(--soft); }
.small { font-size: .875rem; line-height: 1.5; }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-deep); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { margin: 1.5rem 0 0; }
.field { margin-bottom: 1.1rem; }
label { display: block; margin-bottom: .35rem; font-size: .9375rem; font-weight: 600; }
.field .small { margin: .5rem 0 0; }
.field + .button { margin-top: 1.6rem; }
input {
  width: 100%; padding: .65rem .8rem; border: 1px solid var(--edge); border-radius: 9px; background: var(--card);
  color: var(--ink); font: inherit; line-height: 1.5;
}
input[aria-invalid] { border-color: var(--bad); }
input[readonly] { border-color: var(--line); background: var(--well); color: var(--soft); }
input:focus-visible { outline-offset: 0; border-color: var(--accent); }
.rows { margin: .5rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.rows li { display: flex; justify-content: space-between; align-items: flex-start; gap: 1rem; padding: .9rem 0; border-bottom: 1px solid var(--line); }
.rows form, .choices form { flex: none; margin: 0; }
.rows p { margin: .15rem 0 0; }
.rows .button { padding: .5rem .9rem; min-height: 44px; }
section .choices { margin-top: .75rem; }
form:has(.dock) { margin-top: 0; }
form:has(.dock) + .foot { margin-top: .25rem; }
.after { margin: .75rem 0 0; }
.tick { display: grid; grid-template-columns: auto 1fr; column-gap: .7rem; margin-bottom: .6rem; }
.tick input { width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; padding: 0; accent-color: var(--accent); }
.tick label { margin: 0; font-weight: 500; }
.tick p { grid-column: 2; margin: .1rem 0 0; }
.tick + .button { margin-top: 1.4rem; }
.dock { position: sticky; bottom: 0; margin-top: 1rem; padding: 1rem 0; border-top: 1px solid var(--line); background: var(--card); }
.code { font: 600 1.5rem/1.4 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: .14em; text-align: center; text-transform: uppercase; }
.button {
  display: block; width: 100%; padding: .7rem 1.1rem; border: 1px solid var(--edge); border-radius: 9px; background: var(--card);
  color: var(--ink); font: inherit; font-weight: 600; line-height: 1.5; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { border-color: var(--ink); color: var(--ink); }
.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.primary:hover { border-color: var(--accent-deep); background: var(--accent-deep); color: var(--on-accent); }
.link { display: inline; padding: 0; border: 0; background: none; color: var(--accent); font: inherit; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .18em; cursor: pointer; }
.link:hover { color: var(--accent-deep); }
.choices { display: grid; gap: .75rem; margin-top: 1.5rem; }
.pair { grid-template-columns: 1fr 1fr; }
.or { display: flex; align-items: center; gap: .9rem; margin: 1.5rem 0; color: var(--soft); font-size: .875rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
.foot { margin: 1.75rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.note { margin: 1.25rem 0; padding: .8rem 1rem; border: 1px solid; border-radius: 10px; font-size: .9375rem; line-height: 1.5; }
.note > :last-child { margin: 0; }
.warn { border-color: var(--warn-line); background: var(--warn-back); color: var(--warn); }
.bad { border-color: var(--bad-line); background: var(--bad-back); color: var(--bad); }
.good { border-color: var(--good-line); background: var(--good-back); color: var(--good); }
.well { margin: 1.25rem 0; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--well); }
.well dt { color: var(--soft); font-size: .875rem; }
.well dd { margin: 0 0 .75rem; }
.well dd:last-of-type { margin-bottom: 0; }
.place { font-size: 1.125rem; font-weight: 650; line-height: 1.35; }
.scopes { margin: .5rem 0 0; padding: 0; list-style: none; }
.scopes li { margin: 0 0 .35rem; }
.scopes .tick { margin: 0; }
.scopes .off { padding-left: 1.85rem; color: var(--soft); }
.scopes .off .small { display: block; }
code, pre { font: .875rem/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { margin: .5rem 0 .75rem; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--well); white-space: pre-wrap; }
.address code { font-size: 1.125rem; font-weight: 600; }
.top { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
.top > .button { flex: none; width: auto; }
@media (max-width: 30rem) {
  body { padding: 1.5rem .75rem 2.5rem; }
  main { padding: 1.5rem 1.25rem; border-radius: 14px; }
}
@media (max-width: 30rem) { section .pair { grid-template-columns: 1fr; } }
@media (max-width: 22rem) { .pair { grid-template-columns: 1fr; } }
@media (min-width: 30.01rem) and (min-height: 46rem) { body:not(.wide, :has(.dock)) { padding-top: 9vh; } }
`
