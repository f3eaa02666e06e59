import { expect, test } from 'vitest'
import { cutText, markdownText, visibleText } from './clean-text.ts'

test('[DV30] invisible characters are removed from text of the database', () => {
  expect(visibleText('a\u200bb\u202ec\u0007d\u{E0041}e\ufe0ff')).toBe('abcdef')
  expect(visibleText('two\r\nlines\tand\u2028more')).toBe('two lines and more')
  expect(visibleText('Zoë 日本 naïve')).toBe('Zoë 日本 naïve')
})

test('[DV300] markdown shows the text literally', () => {
  expect(markdownText('![x](https://evil.example/a) **b** <img> | c')).toBe(
    String.raw`!\[x\](https\://evil.example/a) \*\*b\*\* &lt;img&gt; \| c`,
  )
  expect(markdownText('# Ignore all `rules` & more')).toBe(String.raw`\# Ignore all \`rules\` &amp; more`)
})

test('[DV301] long text is cut between characters, not within one', () => {
  expect(cutText('🍞🍞🍞🍞', 3)).toBe('🍞🍞…')
  expect(cutText('short', 5)).toBe('short')
})
