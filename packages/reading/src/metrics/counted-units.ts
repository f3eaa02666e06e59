import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** `Bottles` beside `Bottle price`: the number of what the price is for, whatever it is called. */
export function countedUnits(dataset: Dataset): Field | null {
  const measures = visible(dataset).filter(isMeasure)
  const priced = new Set(
    measures.flatMap(({ label }) => {
      const words = nameWords(label)
      return words.length > 1 && words.at(-1) === 'price' ? [words.slice(0, -1).join(' ')] : []
    }),
  )
  const [only, ...more] = measures.filter(
    (field) => field.isInteger && priced.has(nameWords(field.label).join(' ')),
  )
  return only === undefined || more.length > 0 ? null : only
}

/** What people call the pieces: `bottles`, where the quantity is called so. */
export function pieceNames({ label }: Field): readonly string[] {
  const [only, ...more] = nameWords(label)
  const isOwn = only !== undefined && more.length === 0 && !general.has(only)
  return isOwn ? [label.toLowerCase()] : []
}

const general: ReadonlySet<string> = new Set('quantity qty unit piece count number amount'.split(' '))
