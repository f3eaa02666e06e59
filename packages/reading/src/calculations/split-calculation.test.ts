import { expect, test } from 'vitest'
import { splitCalculation } from './split-calculation.ts'

test('[DR65] [DR4320] a calculation is split into its amounts and the words that apply to both', () => {
  expect(splitCalculation('What is the ratio of price to score for each wine?')).toContainEqual({
    operator: '/',
    left: 'price',
    right: 'score',
    tail: 'for each wine',
    isMean: false,
    percent: false,
  })
  expect(
    splitCalculation('How does the average ratio of barrels to hectares vary across different valleys?'),
  ).toContainEqual({
    operator: '/',
    left: 'barrels',
    right: 'hectares',
    tail: 'for each valleys',
    isMean: true,
    percent: false,
  })
  expect(
    splitCalculation('ratio of wines with a score above 3 to wines with a score below 3 in Nera'),
  ).toContainEqual(expect.objectContaining({ right: 'wines with a score below 3', tail: 'in Nera' }))
})

test('[DR65] [DR4320] a place of one amount does not apply to the other', () => {
  expect(splitCalculation('ratio of estates in Nera to estates in Orva')).toEqual([
    expect.objectContaining({ left: 'estates in Nera', right: 'estates in Orva', tail: '' }),
  ])
})

test('[DR65] a question without a word for a calculation is not split', () => {
  expect(splitCalculation('How many wines go to each estate?')).toEqual([])
})
