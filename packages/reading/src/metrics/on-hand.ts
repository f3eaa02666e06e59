import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { measureNamed } from './field-finder.ts'

const names = 'stock on hand, on hand, in hand, quantity in stock, in stock, stock, inventory'
  .split(', ')
  .map((one) => one.split(' '))
/** A part of what is there, what is to come, what should be there, or what it is worth. */
const notOnHand =
  'reorder minimum min maximum max safety value price cost reserved reservation allocated committed target'.split(
    ' ',
  )

/** How many pieces are there: by its name, or by the place where they lie. */
export function onHandOf(dataset: Dataset, ...without: readonly string[]): Field | null {
  return measureNamed(dataset, names, new Set([...notOnHand, ...without])) ?? heldIn(dataset)
}

/** `In cellar (kg)`, `On site`: a place, in rows that also say how much there should be at least. */
function heldIn(dataset: Dataset): Field | null {
  const measures = visible(dataset).filter(isMeasure)
  if (!measures.some(isLeast)) return null
  const [only, ...more] = measures.filter(
    (field) =>
      !isLeast(field) &&
      (placeOf(field) !== null ||
        /^(?:held|left|available|remaining)\b|\b(?:in|on|at) (?:the )?\p{L}+$/iu.test(field.label)),
  )
  return only === undefined || more.length > 0 ? null : only
}

/** The stock at which more is ordered. */
function isLeast({ label }: Field): boolean {
  return (
    /\b(?:minimum|min|re-?order|lowest|safety)\b/i.test(label) &&
    !/\b(?:price|cost|order quantity)\b/i.test(label)
  )
}

/** `in the cellar` of what is `in cellar`. Null where no place is named. */
export function placeOf({ label }: Pick<Field, 'label'>): string | null {
  const [, where, place] = /^(in|on|at) (?:the )?(\p{L}+)(?: |$)/iu.exec(label) ?? []
  if (where === undefined || place === undefined) return null
  return /^(?:hand|stock|order|offer|sale|average|total)$/i.test(place)
    ? null
    : `${where} the ${place}`.toLowerCase()
}
