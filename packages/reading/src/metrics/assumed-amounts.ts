import type { Dataset, Field, Metric, Ontology } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { chargedAmount } from './charged-amount.ts'
import { pathText } from './field-finder.ts'
import { amountsOf } from './header-amount.ts'
import { reductions } from './header-discount.ts'
import type { Trade } from './trade.ts'

/** What is assumed about the amounts of a metric, where nothing in the data confirms it. */
export interface AssumedAmount {
  readonly about: string
  readonly says: string
}

/** Whether discounts are contained in what a metric adds up, and whether what it adds up is all there is. */
export function assumedAmounts(
  metric: Metric,
  trades: readonly Trade[],
  ontology: Ontology,
): readonly AssumedAmount[] {
  const places = new Set(metric.expression.match(/\w+\.\w+/g))
  const isUsed = ({ name }: Dataset, fields: readonly Field[]): boolean =>
    fields.length > 0 && fields.every((field) => places.has(`${name}.${field.name}`))
  const ofSales = trades.flatMap((trade) => {
    const { header, parts = [], off } = trade
    const amounts = amountsOf(trade)
    const charged = chargedSays(trade, metric)
    if (charged.length > 0 || !isUsed(header, amounts)) return charged
    const labels = listed(amounts)
    return [
      ...(off === undefined || !isUsed(header, [off.field])
        ? []
        : [
            {
              about: `use of ${off.field.label}`,
              says: `It is assumed that ${labels} ${amounts.length > 1 ? 'are' : 'is'} before ${off.field.label}, which is taken off.`,
            },
          ]),
      ...(parts.length === 0
        ? []
        : [
            {
              about: `parts of ${header.label}`,
              says: `It is assumed that ${labels} together are all that is charged: ${header.label} has no total.`,
            },
          ]),
    ]
  })
  const contained = openReductions(places, ontology).map(({ field, amounts }) => ({
    about: `use of ${field.label}`,
    says: `It is assumed that ${field.label} is already taken off ${listed(amounts)}.`,
  }))
  return [...ofSales, ...contained]
}

/** The amount of a row beside a quantity and a price of which the data does not confirm that they come to it. */
function chargedSays({ lines }: Trade, { expression }: Metric): readonly AssumedAmount[] {
  if (lines === null || lines.quantity === null || lines.price?.dataset !== lines.dataset) return []
  const { dataset, quantity, price, amount } = lines
  if (amount === null || chargedAmount(dataset, quantity, price) !== amount) return []
  if (!expression.includes(pathText({ dataset, field: amount }))) return []
  if (dataset.reading?.sums?.some(({ agreesWith }) => agreesWith.field === amount.name) === true) return []
  const says = `It is assumed that ${amount.label} is what a row came to: ${quantity.label} × ${price.field.label} comes to another amount.`
  return [{ about: `use of ${amount.label}`, says }]
}

function listed(fields: readonly Field[]): string {
  const labels = fields.map(({ label }) => label)
  return [labels.slice(0, -1).join(', '), labels.at(-1) ?? ''].filter((one) => one !== '').join(' and ')
}

/**
 * The discounts beside what a metric adds up that it does not take off, and of which nothing in the data says whether the amounts
 * are those before or after them.
 */
function openReductions(
  places: ReadonlySet<string>,
  ontology: Ontology,
): readonly { readonly field: Field; readonly amounts: readonly Field[] }[] {
  const isPlace = ({ name }: Dataset, field: Field): boolean => places.has(`${name}.${field.name}`)
  const used = ontology.datasets.filter(
    (dataset) =>
      !dataset.isHidden && visible(dataset).some((field) => isMeasure(field) && isPlace(dataset, field)),
  )
  const isConfirmed = used.some((dataset) => isAgreed(dataset, places, ontology) || isLeft(dataset, places))
  if (isConfirmed) return []
  return used.flatMap((dataset) => {
    const measures = visible(dataset).filter(isMeasure)
    const amounts = measures.filter((field) => isPlace(dataset, field))
    if (amounts.every(isPieces)) return []
    return measures
      .filter(
        (field) =>
          field.statistics.max !== 0 &&
          !isPieces(field) &&
          reductions.some(([word]) => word !== undefined && nameWords(field.label).includes(word)) &&
          !amounts.includes(field),
      )
      .map((field) => ({ field, amounts }))
  })
}

/** A number of pieces has no discount, and one of pieces that were reduced is none. */
function isPieces({ label }: Field): boolean {
  return /\b(?:quantity|qty|units|pieces)\b/i.test(label)
}

/** A total, or what is to be paid, is what is left after a discount. */
function isLeft(dataset: Dataset, places: ReadonlySet<string>): boolean {
  return visible(dataset).some(
    ({ name, label }) =>
      places.has(`${dataset.name}.${name}`) && /\b(?:total|net|due|payable|paid|to pay)\b/i.test(label),
  )
}

/** Whether amounts elsewhere in the data agree with an amount that is added up. */
function isAgreed({ name, reading }: Dataset, places: ReadonlySet<string>, { datasets }: Ontology): boolean {
  const isPlace = ({ dataset, field }: { readonly dataset: string; readonly field: string }): boolean =>
    places.has(`${dataset}.${field}`)
  return (
    reading?.sums?.some(({ factors }) => factors.every(isPlace)) === true ||
    datasets.some(
      (each) =>
        each.reading?.sums?.some(
          ({ agreesWith, less }) => agreesWith.dataset === name && less === null && isPlace(agreesWith),
        ) === true,
    )
  )
}
