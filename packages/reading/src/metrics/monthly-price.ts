import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { pathText, type Place } from './field-finder.ts'

/** What a contract brings in a month: a price, perhaps that of its plan, for each seat times its seats, less the discount in percent. */
export function monthly(dataset: Dataset, place: Place): { readonly text: string; readonly says: string } {
  const price = place.field
  const at = (field: Field): string => pathText({ dataset: field === price ? place.dataset : dataset, field })
  const own = nameWords(price.label).filter((word) => pieces.has(word))
  const numbers = visible(dataset).filter((field) => isMeasure(field) && field !== price)
  const [count, ...more] = numbers.filter(({ label, isInteger }) => {
    const words = nameWords(label).filter((word) => !/^(?:number|count|of|quantity)$/.test(word))
    return isInteger === true && words.length === 1 && own.includes(words[0] ?? '')
  })
  if (count === undefined || more.length > 0) return { text: at(price), says: price.label }
  const [off, ...others] = numbers.filter(
    ({ label, unit }) => /\bdiscount\b/i.test(label) && /%|percent|pct/i.test(`${label} ${unit ?? ''}`),
  )
  const base = `${at(count)} * ${at(price)}`
  const says = `${count.label} × ${price.label}`
  return off === undefined || others.length > 0 || off.statistics.nulls > 0
    ? { text: base, says }
    : { text: `${base} * (1 - ${at(off)} / 100)`, says: `${says} × (1 − ${off.label})` }
}

/** What a price may be for each of. */
const pieces: ReadonlySet<string> = new Set(
  'seat user unit licence license device site room head person employee member machine desk'.split(' '),
)
