import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNumbers } from './find-numbers.ts'

const table = `
loaves over 12 | 12 | 12 number
more than 1,234.56 | 1,234.56 | 1234.56 number
about 1.234,56 euros | 1.234,56 euros | 1234.56 money EUR
1 000 000 rolls | 1 000 000 | 1000000 number
above $10,000 | $10,000 | 10000 money USD
above €5.5k | €5.5k | 5500 money EUR
under £3 | £3 | 3 money GBP
USD 500 or more | USD 500 | 500 money USD
500 EUR | 500 EUR | 500 money EUR
three dollars | three dollars | 3 money USD
10 million rolls | 10 million | 10000000 number
3.5m rolls | 3.5m | 3500000 number
2bn rolls | 2bn | 2000000000 number
1.1 million | 1.1 million | 1100000 number
25% | 25% | 25 percent
25 percent off | 25 percent | 25 percent
ten percent | ten percent | 10 percent
twenty five loaves | twenty five | 25 number
twenty-five loaves | twenty-five | 25 number
one hundred and twenty three | one hundred and twenty three | 123 number
two thousand five hundred | two thousand five hundred | 2500 number
one million two hundred thousand | one million two hundred thousand | 1200000 number
a hundred loaves | a hundred | 100 number
a million | a million | 1000000 number
a dozen eggs | a dozen | 12 number
two dozen eggs | two dozen | 24 number
a couple of eggs | a couple | 2 number
several eggs | several | 3 number
half of the eggs | half | 0.5 fraction
a quarter of the eggs | a quarter | 0.25 fraction
the third largest | third | 3 ordinal
the 3rd largest | 3rd | 3 ordinal
the twenty-first loaf | twenty-first | 21 ordinal
10 to 20 eggs | 10 to 20 | 10..20 number
between 10 and 20 eggs | 10 and 20 | 10..20 number
10-20 eggs | 10-20 | 10..20 number
$5-10 million | $5-10 million | 5000000..10000000 money USD
between five and ten dollars | five and ten dollars | 5..10 money USD
below -5 | -5 | -5 number
at least .5 | .5 | 0.5 number
1e6 crumbs | 1e6 | 1000000 number
rated 4.5. | 4.5 | 4.5 number
`
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

test.each(rows)('[DT13] %s', (question, words, meaning) => {
  const found = findNumbers(question ?? '')
  const readings = found.map(({ value, upTo, kind, currency }) =>
    [`${value}${upTo === null ? '' : `..${upTo}`}`, kind, currency].filter(Boolean).join(' '),
  )
  expect(readings).toEqual([meaning])
  expect(question?.slice(found[0]?.start, found[0]?.end)).toBe(words)
})

test('[DT13] [DT915] names that contain digits, versions and dates are not numbers', () => {
  expect(findNumbers('A320, x86, 4x4, 1.2.3, 9:30 and oven_2')).toEqual([])
  expect(findNumbers('eggs in 2024', [{ start: 8, end: 12 }])).toEqual([])
})

test('[DT13] "and" makes a range only after "between", and "the one" is unlikely to be a number', () => {
  expect(findNumbers('sizes 10 and 20').map(({ value }) => value)).toEqual([10, 20])
  expect(findNumbers('the one with most eggs')[0]?.confidence).toBeLessThan(0.2)
  expect(findNumbers('about 20 eggs')[0]?.isApproximate).toBe(true)
})

test('[DT13] a number is read back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom('en-US', 'de-DE'), (value, locale) => {
      const written = value.toLocaleString(locale)
      fc.pre(locale === 'en-US' || Math.abs(value) < 1000 || Math.abs(value) >= 1e6)
      expect(findNumbers(`over ${written} eggs`)).toMatchObject([{ value, words: written }])
    }),
  )
})

test('[DT13] any text is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (question) => {
      for (const { start, end, value } of findNumbers(question)) {
        expect(end).toBeGreaterThan(start)
        expect(value).not.toBeNaN()
      }
    }),
  )
})
