import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { pathText, type Place } from './field-finder.ts'
import { aggregated, propose } from './proposal.ts'

const sidesOf = {
  gross:
    'gross revenue, gross turnover, gross income, sales including tax, sales including vat, sales with vat',
  net: 'net revenue, net turnover, net income, sales excluding tax, sales excluding vat, sales without vat, sales before tax',
} as const

interface OtherSide extends Place {
  readonly side: keyof typeof sidesOf
}

/** The amount with tax, where revenue is the one without, or the other way round. */
export function otherSide(dataset: Dataset, amount: Field | null): OtherSide | null {
  const label = amount?.label ?? ''
  const side = /\bnet\b/i.test(label) ? 'gross' : /\bgross\b/i.test(label) ? 'net' : null
  if (side === null) return amount === null ? null : plainSide(dataset, amount)
  const named = label.toLowerCase().replace(/\b(?:net|gross)\b/, side)
  return onlyOne(dataset, side, (one) => one.label.toLowerCase() === named)
}

/** `Net` beside a plain `Total`, which is then the amount with tax; or `Gross` beside it. */
function plainSide(dataset: Dataset, amount: Field): OtherSide | null {
  const sided = (side: keyof typeof sidesOf): OtherSide | null =>
    onlyOne(dataset, side, (one) => {
      const own = nameWords(one.label)
      return one !== amount && own.includes(side) && own.every((word) => word === side || plain.has(word))
    })
  const net = sided('net')
  const gross = sided('gross')
  return net !== null && gross !== null ? null : (net ?? gross)
}

const plain: ReadonlySet<string> = new Set('amount total sum value sale'.split(' '))

function onlyOne(
  dataset: Dataset,
  side: keyof typeof sidesOf,
  isIt: (field: Field) => boolean,
): OtherSide | null {
  const [field, ...more] = visible(dataset).filter((one) => isMeasure(one) && isIt(one))
  return field === undefined || more.length > 0 ? null : { dataset, field, side }
}

/** "gross sales" beside a revenue without tax, and "net sales" beside one with it. */
export function otherSale(other: OtherSide | null, sold: readonly string[], left: string): readonly Metric[] {
  if (other === null) return []
  const { side, field, dataset } = other
  return [
    propose({
      name: `${side}_sales`,
      label: `${side} sales`,
      synonyms: sidesOf[side],
      expression: aggregated('sum', pathText(other), sold),
      unit: field.unit,
      says: `${field.label} of ${dataset.label}${left}`,
    }),
  ]
}
