import { expect, test } from 'vitest'
import { tokenize } from './tokens.ts'

const texts = (question: string): string[] => tokenize(question).map((token) => token.text)

test('[DR20] text in any kind of quotes is one token', () => {
  expect(texts('plants named "Lady Fern" or ‘Wax Palm’')).toEqual([
    'plants',
    'named',
    'Lady Fern',
    'or',
    'Wax Palm',
  ])
  expect(tokenize('named "Lady Fern"').at(-1)?.kind).toBe('quoted')
})

test('[DR21] contractions, possessives, codes, dates and money are single tokens', () => {
  expect(texts("Ida's palms that don't cost $1,200.50")).toEqual([
    'Ida',
    "'s",
    'palms',
    'that',
    "don't",
    'cost',
    '$1,200.50',
  ])
  expect(texts('since 2024-03-05, model B-52/x')).toEqual(['since', '2024-03-05', ',', 'model', 'B-52/x'])
})

test('[DR300] the positions of a token are its positions in the question', () => {
  const question = 'How many “big” ferns?'
  for (const token of tokenize(question)) expect(question.slice(token.start, token.end)).toContain(token.text)
})

test('[DR301] any text is split without an error and within its bounds', () => {
  for (const text of ['', '   ', '"', "''", '🌿🌿', '\u0000\u202e', 'a'.repeat(5000), '((((', "it's '' n't"])
    for (const token of tokenize(text)) {
      expect(token.start).toBeLessThan(token.end)
      expect(token.end).toBeLessThanOrEqual(text.length)
    }
})
