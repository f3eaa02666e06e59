import type { Dataset, Field } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Schema } from './field-finder.ts'
import { tradeNames } from './trade-names.ts'

/** What people write a sale on, or put it in: each has a number. */
const documents: ReadonlySet<string> = new Set(
  'order invoice receipt bill booking ticket slip docket voucher tab chit check load drop basket cart note dispatch consignment delivery shipment transaction sale sheet job trip manifest waybill'.split(
    ' ',
  ),
)

/** `Order #` of sales: a number that several rows share, and that leads to no other dataset. */
export function numberOf(header: Dataset, { relationships }: Schema): Field | null {
  const found = visible(header).filter(
    ({ name, role, type, label, isUnique, isInteger, sample, statistics }) => {
      const own = nameWords(label)
      const isNumber = /(?:#|\b(?:no|nr|number|id|code|ref|reference)\.?)$/i.test(label)
      return (
        !isUnique &&
        !relationships.some(({ from, fromFields }) => from === header.name && fromFields.includes(name)) &&
        (header.primaryKey.length !== 1 || header.primaryKey[0] !== name) &&
        (role === 'identifier' ||
          (type === 'text' && sample.every((each) => /\d/.test(each))) ||
          (isInteger && isRun(statistics))) &&
        (isNumber || (own.length === 1 && documents.has(own[0] ?? ''))) &&
        own.some((word) => tradeNames.includes(word) || documents.has(word)) &&
        statistics.distinct * 20 < header.rows * 19 &&
        statistics.distinct * mostLines > header.rows &&
        statistics.nulls * 20 < header.rows
      )
    },
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Rows that are all there is of a sale: they have its number, which leads nowhere, and its date. */
export function isExported(dataset: Dataset, schema: Schema): boolean {
  return visible(dataset).some(isMoment) && numberOf(dataset, schema) !== null
}

/** A sale has no more lines than this on average: a text that more rows share is a kind. */
const mostLines = 20

/** Numbers given one after the other, hardly any left out. Two tills have a run each: then both ends are as close. */
function isRun({ min, max, distinct, quantiles }: Field['statistics']): boolean {
  const isClose = (from: unknown, to: unknown, many: number): boolean =>
    many * 2 > Number(to) - Number(from) + 1
  if (distinct <= 20) return false
  const [first, , third] = quantiles ?? []
  const isOfEnds =
    first !== undefined &&
    third !== undefined &&
    isClose(min, first, distinct / 4) &&
    isClose(third, max, distinct / 4)
  return isClose(min, max, distinct) || isOfEnds
}
