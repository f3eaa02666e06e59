import type { Dataset } from '@quipu/query'
import { isMoment, isPeople, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { childrenOf, parentsOf, type Schema } from '../metrics/field-finder.ts'

/** Has a name of its own, and not only a number or code. */
export function hasName(dataset: Dataset): boolean {
  return nameFields(dataset).some(({ role }) => role !== 'identifier')
}

/** Words that mean one size or colour of a product, and never the product. */
export function isPieceWord(word: string): boolean {
  return word === 'sku' || word === 'variant'
}

/** The thing that a piece belongs to: `articles` of `article variants`, which have a code of their own and no name. */
export function wholeOf(piece: Dataset, schema: Schema): Dataset | null {
  const wholes = parentsOf(piece, schema).filter((each) => each !== piece && !isPeople(each) && hasName(each))
  const own = nameWords(piece.label)
  const namesake = wholes.find(({ label }) => {
    const words = nameWords(label)
    return words.length < own.length && words.every((word, at) => own[at] === word)
  })
  if (namesake !== undefined) return namesake
  const [only, ...more] = wholes
  return only === undefined || more.length > 0 || hasName(piece) ? null : only
}

/** The rows without a name and a date of their own that refer to a thing, such as lines. */
export function rowsNaming(thing: Dataset, schema: Schema): readonly Dataset[] {
  return childrenOf(thing, schema).filter(
    (each) => each !== thing && !each.isHidden && !hasName(each) && !visible(each).some(isMoment),
  )
}

/** "Treatments" that have a name are `treatment types`, and not the `appointment treatments` that name them. */
export function namedThingOf(word: string, rows: Dataset, schema: Schema): Dataset | null {
  if (hasName(rows) || nameWords(rows.label).at(-1) !== word) return null
  const [only, ...more] = parentsOf(rows, schema).filter(
    (each) => each !== rows && !isPeople(each) && hasName(each) && nameWords(each.label).includes(word),
  )
  return only === undefined || more.length > 0 ? null : only
}
