import type { Ontology } from '@quipu/query'
import { fold } from '../ontology/fold.ts'

/**
 * Why a query contains an invented value, or null. Numbers and days must be in the question or in a reading of our
 * own; texts in the question, in the data, or in such a reading: a model may choose among existing values and must not invent any.
 */
export function inventedValue(
  query: unknown,
  question: string,
  own: readonly unknown[],
  { values }: Pick<Ontology, 'values'>,
): string | null {
  const known = new Set(own.flatMap((one) => literalsIn(one)).map(keyOf))
  const numbers = new Set([...numbersIn(question), ...harmless])
  const words = ` ${fold(question)} `
  for (const literal of literalsIn(query)) {
    if (known.has(keyOf(literal))) continue
    const isSaid =
      typeof literal === 'number'
        ? numbers.has(literal)
        : words.includes(` ${fold(literal)} `) || values.exact(literal).length > 0
    if (!isSaid) return String(literal)
  }
  return null
}

/** Values that every query may use: zero, one and a hundred percent. */
const harmless = [0, 1, 100]

type Literal = string | number

/** The values of a query: on the right of conditions, in `limit`, `steps` and `value`. */
function literalsIn(part: unknown): readonly Literal[] {
  if (Array.isArray(part)) {
    const isCondition = part.length <= 3 && typeof part[1] === 'string' && part.length >= 2
    // Our own rules parse a period in words; only its numbers must be in the question.
    const isPeriod = isCondition && /^during$/i.test(String(part[1])) && typeof part[2] === 'string'
    if (isPeriod) return [...literalsIn(part[0]), ...numbersIn(String(part[2]))]
    if (isCondition) return [...literalsIn(part[0]), ...valuesIn(part[2])]
    return part.flatMap(literalsIn)
  }
  if (typeof part === 'number') return [part]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === 'version') return []
    return name === 'value' ? valuesIn(value) : literalsIn(value)
  })
}

/** The right side of a condition: plain values, bounds of a period, or an expression. */
function valuesIn(value: unknown): readonly Literal[] {
  if (typeof value === 'string' || typeof value === 'number') return [value]
  if (Array.isArray(value)) return value.flatMap(valuesIn)
  if (typeof value !== 'object' || value === null) return []
  const { start, end } = value as { readonly start?: unknown; readonly end?: unknown }
  return start === undefined && end === undefined ? literalsIn(value) : [...valuesIn(start), ...valuesIn(end)]
}

function keyOf(literal: Literal): string {
  return typeof literal === 'number' ? `#${literal}` : fold(literal)
}

const spelled = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

function numbersIn(text: string): readonly number[] {
  const digits = Array.from(text.matchAll(/\d[\d.,]*/g), ([found]) => found.replace(/[.,]$/, ''))
  const read = digits.flatMap((found) => [Number(found), Number(found.replaceAll(',', ''))])
  const named = text
    .toLowerCase()
    .split(/\W+/)
    .flatMap((word) => (spelled.includes(word) ? [spelled.indexOf(word)] : []))
  return [...read, ...named].filter((number) => Number.isFinite(number))
}
