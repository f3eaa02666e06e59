import type { Cell } from '@quipu/query'

/**
 * The first figure of a text that neither the rows nor the text of our own have, as far as it is written, or null. A share may
 * be written in percent. Numbers in words count too.
 */
export function unprovenFigure(text: string, rows: readonly (readonly Cell[])[], own: string): string | null {
  const cells = rows.flat()
  const known = [
    ...cells.filter((cell) => typeof cell === 'number'),
    ...cells.flatMap((cell) => (typeof cell === 'string' ? numbersIn(cell).map(({ value }) => value) : [])),
    ...numbersIn(own).map(({ value }) => value),
  ]
  for (const { said, value, decimals, isPercent } of numbersIn(text)) {
    const isNear = (one: number): boolean =>
      Math.abs(Math.abs(one) - value) <= 0.5000001 * 10 ** -decimals + Math.abs(one) * 1e-9
    if (!known.some((one) => isNear(one) || (isPercent && isNear(one * 100)))) return said
  }
  return null
}

interface Figure {
  readonly said: string
  readonly value: number
  readonly decimals: number
  readonly isPercent: boolean
}

const spelled = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
/** Words that make another number of the one before them, or stand for one. */
const scales =
  /\b(?:dozens?|scores?|hundreds?|thousands?|millions?|billions?|half|halves|third|quarter|twice|double[ds]?|triple[ds]?)\b/gi

function numbersIn(text: string): readonly Figure[] {
  const digits = Array.from(
    text.matchAll(/(\d[\d,]*(?:\.\d+)?)\s?(%|percent)?/g),
    ([said, number = '', percent]) => ({
      said,
      value: Number(number.replaceAll(',', '')),
      decimals: number.split('.')[1]?.length ?? 0,
      isPercent: percent !== undefined,
    }),
  )
  const words = Array.from(text.matchAll(/\p{L}+/gu), ([said]) => said.toLowerCase()).filter(
    (word) => spelled.includes(word) && word !== 'one',
  )
  const named = words.map((said) => ({ said, value: spelled.indexOf(said), decimals: 0, isPercent: false }))
  const scaled = Array.from(text.matchAll(scales), ([said]) => ({
    said,
    value: Number.NaN,
    decimals: 0,
    isPercent: false,
  }))
  return [...digits, ...named, ...scaled]
}
