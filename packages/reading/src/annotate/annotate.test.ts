import { expect, test } from 'vitest'
import { kindOf } from '../grammar/chunk-kind.ts'
import { findNumbers } from '../numbers/find-numbers.ts'
import { tokenize } from '../words/tokens.ts'
import { greenhouse } from '../test-greenhouse.ts'
import { annotate } from './annotate.ts'

test('[DR29] the question is split so that as much as possible is understood, and longer chunks win', () => {
  const cut = (question: string): string[] =>
    annotate(question, tokenize(question), greenhouse, findNumbers(question), []).map(
      (chunk) => `${kindOf(chunk)}:${chunk.text}`,
    )
  expect(cut('total number of plants with floor area at least 20')).toEqual([
    'count:total number of',
    'noun:plants',
    'with:with',
    'noun:floor area',
    '>=:at least',
    'number:20',
  ])
  expect(cut('above 100 or below 10')).toEqual(['>:above', 'number:100', 'or:or', '<:below', 'number:10'])
  expect(cut('a frobnicated zeppelin')).toEqual(['any:a', 'unknown:frobnicated', 'unknown:zeppelin'])
})

test('[DR303] chunks follow each other without a gap or an overlap', () => {
  const question = 'Which "Palm Dome" plants, bought by Ida’s cousin in 1999, aren’t 3 m tall?'
  const tokens = tokenize(question)
  const chunks = annotate(question, tokens, greenhouse, findNumbers(question), [])
  expect(chunks.map((chunk) => chunk.from)).toEqual([0, ...chunks.slice(0, -1).map((chunk) => chunk.to)])
  expect(chunks.at(-1)?.to).toBe(tokens.length)
})
