import fc from 'fast-check'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { buildValueIndex, gatherValueIndex } from './value-index.ts'

const values = [
  { dataset: 'shops', field: 'city', value: 'São Paulo' },
  { dataset: 'shops', field: 'city', value: 'New York' },
  { dataset: 'shops', field: 'city', value: 'New Delhi' },
  { dataset: 'people', field: 'name', value: "Mary O'Brien" },
  { dataset: 'people', field: 'name', value: 'Anna Karlsson' },
  { dataset: 'people', field: 'name', value: 'NEW YORK' },
  { dataset: 'goods', field: 'kind', value: 'Refrigerators' },
  { dataset: 'goods', field: 'code', value: 'A-12/b' },
  { dataset: 'goods', field: 'code', value: '--' },
]
const index = buildValueIndex(values, [{ dataset: 'logs', field: 'text' }])

function near(phrase: string): string[] {
  return index.near(phrase, 5).map(({ value }) => value)
}

test.each([
  ['sao paulo', ['São Paulo']],
  ['SÃO  PAULO', ['São Paulo']],
  ['new york', ['New York', 'NEW YORK']],
  ['mary obrien', ["Mary O'Brien"]],
  ['a 12 b', ['A-12/b']],
  ['york', []],
  ['', []],
])('[DO1] %j is found ignoring case, accents and punctuation', (phrase, found) => {
  expect(index.exact(phrase).map(({ value }) => value)).toEqual(found)
})

test('[DO1] [DO1500] every value is found by itself, in its own field', () => {
  const texts = fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 20 }), {
    minLength: 1,
    maxLength: 50,
  })
  fc.assert(
    fc.property(texts, (list) => {
      const found = buildValueIndex(list.map((value) => ({ dataset: 'd', field: 'f', value })))
      for (const value of list) {
        if (fold(value) === '') continue
        expect(found.exact(value)).toContainEqual({ dataset: 'd', field: 'f', value })
        expect(found.begins(fold(value).split(' ')[0] ?? '')).toBe(true)
      }
    }),
  )
})

test.each([
  ['new yrok', 'New York'],
  ['refrigirator', 'Refrigerators'],
  ['refrigerator', 'Refrigerators'],
  ['karlson', 'Anna Karlsson'],
  ['karlsson', 'Anna Karlsson'],
  ['refrig', 'Refrigerators'],
  ['newyork', 'New York'],
  ['obrien mary', "Mary O'Brien"],
])('[DO2] %j is similar to %j', (phrase, value) => {
  expect(near(phrase)).toContain(value)
})

test('[DO2] [DO1501] the closest come first, and distant ones are left out', () => {
  const found = index.near('new york', 9)
  expect(
    found
      .map(({ value }) => value)
      .slice(0, 2)
      .toSorted(),
  ).toEqual(['NEW YORK', 'New York'])
  expect(found.map(({ closeness }) => closeness)).toEqual(
    found.map(({ closeness }) => closeness).toSorted((one, other) => other - one),
  )
  expect(near('zebra')).toEqual([])
  expect(near('')).toEqual([])
  expect(index.near('new york', 1)).toHaveLength(1)
})

test('[DO3] a phrase with which some value begins may continue', () => {
  expect(index.begins('new')).toBe(true)
  expect(index.begins('New York')).toBe(true)
  expect(index.begins('ne')).toBe(false)
  expect(index.begins('york')).toBe(false)
  expect(index.begins('new york city')).toBe(false)
})

test('[DO4] [DO1502] fields with too many values are listed, and values can be removed by field', () => {
  expect(index.partial).toEqual([{ dataset: 'logs', field: 'text' }])
  const less = index.without([{ dataset: 'people', field: 'name' }])
  expect(less.exact('new york').map(({ dataset }) => dataset)).toEqual(['shops'])
  expect(less.near('karlsson', 5)).toEqual([])
  expect(less.size).toBe(index.size - 3)
})

test('[DO5] a value among a hundred thousand is found much faster than by a scan', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({
    dataset: 'd',
    field: 'f',
    value: `${word(at)} ${word(at * 7 + 3)} ${at % 50}`,
  }))
  const large = buildValueIndex(many)
  large.near('warm up', 1)
  const texts = many.map(({ value }) => value.toLowerCase())
  const asked = texts.filter((_, at) => at % 10_000 === 0)
  const byEach = median(asked, (phrase) => texts.filter((text) => wordsInCommon(text, phrase) > 1))

  expect(median(asked, (phrase) => large.exact(phrase))).toBeLessThan(byEach / 10)
  expect(median(asked, (phrase) => large.near(phrase.replace('a', 'e'), 5))).toBeLessThan(byEach)
})

test('[DO43] [DO1532] many values are prepared without blocking the event loop, and can be found meanwhile', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({
    dataset: 'd',
    field: 'f',
    value: `${word(at)} ${word(at * 7 + 3)} ${at % 50}`,
  }))
  const turns: number[] = []
  let isDone = false
  const counting = (async () => {
    while (!isDone) turns.push(await nextTurn(performance.now()))
  })()
  const large = await gatherValueIndex(many, [])
  const preparing = large.prepare()
  await nextTurn()
  const asked = many[777]?.value.replace('a', 'e') ?? ''
  const found = large.near(asked, 3)
  await preparing
  isDone = true
  await counting

  expect(turns.length).toBeGreaterThan(10)
  expect(large.near(asked, 3)).toEqual(found)
  expect(found).toEqual(buildValueIndex(many).near(asked, 3))
  expect([...large.entries()]).toEqual([...buildValueIndex(many).entries()])
})

function word(seed: number): string {
  const parts = ['ba', 'ke', 'ri', 'mo', 'tul', 'san', 'ver', 'dok', 'lim', 'par', 'wen', 'gos']
  return [1, 12, 144].map((base) => parts[Math.floor(seed / base) % 12]).join('')
}

/** About the minimum work of a scan. */
function wordsInCommon(text: string, phrase: string): number {
  const words = new Set(text.split(' '))
  return phrase.split(' ').filter((each) => words.has(each)).length
}

/** In milliseconds; only compared with each other, because the machine may be busy. */
function median(phrases: readonly string[], look: (phrase: string) => unknown): number {
  const times = phrases.map((phrase) => {
    const start = performance.now()
    look(phrase)
    return performance.now() - start
  })
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
