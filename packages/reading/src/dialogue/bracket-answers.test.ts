import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinAnswers, splitAnswers } from './bracket-answers.ts'

test('[DT14] answers in brackets are separated from the question', () => {
  expect(
    splitAnswers(
      'Show high-value customer trends. [Time period: Current quarter] [High-value threshold: Lifetime value > $10,000]',
    ),
  ).toEqual({
    question: 'Show high-value customer trends.',
    answers: { 'time period': 'Current quarter', 'high-value threshold': 'Lifetime value > $10,000' },
  })
})

test.each(['loaves [large] today', 'loaves [size: large] sold today', 'loaves []', 'loaves [: x]', ''])(
  '[DT14] [DT916] "%s" contains no answer',
  (question) => {
    expect(splitAnswers(question)).toEqual({ question: question.trim(), answers: {} })
  },
)

test('[DT14] brackets and clarification_answers have the same effect', () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z >$0-9,-]{0,20}[A-Za-z0-9]$/)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(word, word), { maxLength: 3, selector: ([label]) => label.toLowerCase() }),
      (pairs) => {
        const brackets = pairs.map(([label, answer]) => `[${label}: ${answer}]`).join(' ')
        const written = splitAnswers(`How many loaves? ${brackets}`)
        expect(written.question).toBe('How many loaves?')
        expect(written.answers).toEqual(
          joinAnswers(splitAnswers('How many loaves?'), Object.fromEntries(pairs)),
        )
      },
    ),
  )
})
