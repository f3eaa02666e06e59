import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editedHtml } from './edited-html.ts'
import { htmlOf } from './to-html.ts'
import { markdownOf } from './to-markdown.ts'

const word = fc.string({
  unit: fc.constantFrom(...Array.from('abcxyzÄé漢🙂019*_`~[]()<>#+-.!|\\/:&@"\'=$%^{},;?')),
  minLength: 1,
  maxLength: 8,
})
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
const typed = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))

/** Marks and characters, without white space and elements that contain only white space. */
function marksAndText(html: string): string {
  return html
    .replaceAll(/\s/g, '')
    .replaceAll('<code></code>', '')
    .replaceAll('``', '')
    .replaceAll('<br>', '')
}

test('[VK100] Markdown is the same after it was stored and read again', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const html = htmlOf(text)
      expect(marksAndText(htmlOf(markdownOf(html)))).toBe(marksAndText(html))
    }),
    {
      numRuns: 400,
      examples: [['a@.a a\na'], ['0. a'], ['_a\n~_a a_ a\na_ a'], ['`a ` `a `a'], ['` `a\n` `a']],
    },
  )
})

const plain = fc
  .string({
    unit: fc.constantFrom(...Array.from('abcÄ漢🙂 019*_`~[]()#+-.!|\\/:"=$%')),
    minLength: 1,
    maxLength: 20,
  })
  .map((text) => `a${text.replaceAll(/\s+/g, ' ')}z`)
const marked = fc.oneof(
  plain,
  fc
    .tuple(fc.constantFrom('strong', 'em', 's', 'u', 'mark', 'code'), fc.constant('word'))
    .map(([name, text]) => ` <${name}>${text}</${name}> `),
  fc.constant(' <mention-user data-id="ada"></mention-user> '),
  fc.constant('<br>'),
  fc.constant(' <a href="https://example.com/a?b=1">there</a> '),
)
const content = fc.array(marked, { minLength: 1, maxLength: 4 }).map((parts) => `b${parts.join('')}y`)
const block = fc.oneof(
  content.map((inner) => `<p>${inner}</p>`),
  content.map((inner) => `<h2>${inner.replaceAll('<br>', '')}</h2>`),
  content.map((inner) => `<blockquote><p>${inner}</p></blockquote>`),
  fc
    .array(content, { minLength: 1, maxLength: 3 })
    .map((all) => `<ul>${all.map((one) => `<li><p>${one}</p></li>`).join('')}</ul>`),
  fc
    .array(fc.tuple(content, fc.boolean()), { minLength: 1, maxLength: 3 })
    .map(
      (all) =>
        `<ul data-type="taskList">${all.map(([inner, isDone]) => taskItem(inner, isDone)).join('')}</ul>`,
    ),
  fc.constant('<pre><code class="language-ts">if (a &#x3C; b) {\n  c()\n}\n</code></pre>'),
  fc.constant('<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1 | 2</td></tr></tbody></table>'),
)

const html = fc.array(block, { minLength: 1, maxLength: 6 })

test('[VK700] blocks that read the same keep their HTML byte for byte', () => {
  const rich = [
    '<p style="text-align:center">One <mark data-color="#ff0">two</mark></p>',
    '<p></p><p></p>',
    '<p>https://example.com/a_b and www.example.com</p>',
    '<p><img src="https://vikunja.example/1" data-src="https://vikunja.example/1" width="40"></p>',
    '<table><colgroup><col></colgroup><tbody><tr><th colspan="2"><p>Wide</p></th></tr><tr><td><p>1</p><p>2</p></td><td></td></tr></tbody></table>',
    '<p>Last &quot;words&quot;</p>',
  ]
  const before = rich.join('')
  const shown = markdownOf(before)

  expect(editedHtml(before, shown)).toBe(before)
  expect(editedHtml(before, shown.replace('Last', 'More'))).toBe(
    `${rich.slice(0, -1).join('')}<p>More "words"</p>`,
  )
  expect(editedHtml(before, `# New\n\n${shown}`)).toBe(`<h1>New</h1>\n${before}`)
  expect(editedHtml(before, '')).toBe('')
  expect(editedHtml('', 'a')).toBe('<p>a</p>')
  fc.assert(
    fc.property(html, html, (blocks, others) => {
      const [old, wanted] = [blocks.join(''), markdownOf([...others, ...blocks].join(''))]
      expect(editedHtml(old, markdownOf(old))).toBe(old)
      expect(markdownOf(editedHtml(old, wanted))).toBe(markdownOf(htmlOf(wanted)))
    }),
    { numRuns: 200 },
  )
})

test.each([
  'two  spaces   inside',
  'a tab\there',
  '`git  log   -1`',
  'a note\\[^1] without a footnote',
  '\\[^1]: not a definition',
  'word*in*word and **bo**ld',
  '| a      | b |\n| ------ | - |\n| 1<br>2 | 3 |',
  '[note](obsidian://open?vault=home) [mail](message:%3Ca@example.com%3E)',
  'C:\\Users\\ana',
  '5. five\n6. six\n   - below\n     - deeper',
  '- [ ] open\n  - [x] done below',
  '> quoted\n>\n> > twice',
  '```py\nif a:\n\n\n    b  = 1\n```',
  '- call <mention-user data-id="ana"></mention-user> about <u>this</u> now',
  'H<sub>2</sub>O, <u>under</u>, <mark>marked</mark>',
  'one\\\ntwo\\\n\\\nthree',
  '👩‍👩‍👧‍👦 🇩🇪 ❤️ עברית العربية',
  'price $5, 50 %, a & b, x < y > z',
  '“smart” — dashes… nbsp:\u00A0here',
  '\\*no emphasis\\*',
  '1986\\. A year',
])('[VK100] [VK701] [VK720] [VK721] %j is the same after it was stored and read again', (text) => {
  expect(markdownOf(htmlOf(text))).toBe(text)
})

test('[VK722] the line breaks of plain text are kept, and text of one line stays as it is', () => {
  expect(markdownOf('milk\neggs\n')).toBe('milk\\\neggs')
  expect(markdownOf('a < b')).toBe('a < b')
  expect(markdownOf('<p>one\n   two</p>')).toBe('one two')
})

function taskItem(inner: string, isDone: boolean): string {
  const box = `<input type="checkbox"${isDone ? ' checked' : ''}>`
  return `<li data-checked="${isDone}" data-type="taskItem"><label>${box}<span></span></label><div><p>${inner}</p></div></li>`
}

test('[VK101] HTML of Vikunja’s editor is the same after it was read as Markdown and written back', () => {
  const written = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join(''))
  const bare = (html: string) =>
    html
      .replaceAll(/<(\/?)s>/g, '<$1del>')
      .replaceAll(/\s+/g, '')
      .replaceAll(/<\/?p>/g, '')
  fc.assert(
    fc.property(written, (html) => {
      expect(bare(htmlOf(markdownOf(html)))).toBe(bare(html))
    }),
    { numRuns: 300 },
  )
})

test('[VK102] [VK916] typed tags are text, and only the text of a link to a script is kept', () => {
  const html = htmlOf(
    'See <script>alert(1)</script> <img src=x onerror=y> [here](javascript:alert) [there](https://example.com) [note](obsidian://open?vault=x)',
  )

  expect(html).not.toMatch(/<script|<img|javascript/)
  expect(markdownOf(html)).toBe(
    'See \\<script>alert(1)\\</script> \\<img src=x onerror=y> here [there](https://example.com) [note](obsidian://open?vault=x)',
  )
})

test('[VK103] [VK917] invisible characters are removed, and a text of megabytes is not converted', () => {
  expect(markdownOf('<p>pay\u202E \u200Bnow\u0007</p>')).toBe('pay now')
  expect(markdownOf(`<p>${'x'.repeat(10_000_000)}</p>`)).toBe('(Too long to show here: 10000007 characters.)')
})
