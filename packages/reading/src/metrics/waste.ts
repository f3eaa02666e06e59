import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed, parentsOf, pathText, type Schema } from './field-finder.ts'
import { costOf } from './line-prices.ts'
import { aggregated, propose } from './proposal.ts'

/** Dated rows that note what was thrown away. */
interface Waste {
  readonly dataset: Dataset
  readonly quantity: Field | null
  /** What it had cost, as the text of a metric. */
  readonly cost: { readonly text: string; readonly says: string; readonly unit: string | null } | null
}

/** How much was thrown away, and what that had cost: a number of binned pieces times the cost of one. */
export function wasteMetrics(schema: Schema): readonly Metric[] {
  const [only, ...more] = schema.datasets.flatMap((dataset) => wasteIn(dataset, schema) ?? [])
  if (only === undefined || more.length > 0) return []
  const { dataset, quantity, cost } = only
  return [
    ...(quantity === null
      ? []
      : [
          propose({
            name: 'wasted',
            label: nameWords(quantity.label).some(isWaste) ? quantity.label : 'quantity wasted',
            synonyms: [...nouns, ...done].join(', '),
            expression: aggregated('sum', pathText({ dataset, field: quantity }), []),
            unit: quantity.unit,
            says: `${quantity.label} of ${dataset.label}`,
          }),
        ]),
    ...(cost === null
      ? []
      : [
          propose({
            name: 'waste_cost',
            label: 'cost of waste',
            synonyms: costs.join(', '),
            expression: aggregated('sum', cost.text, []),
            unit: cost.unit,
            says: cost.says,
          }),
        ]),
  ]
}

function wasteIn(dataset: Dataset, schema: Schema): Waste | null {
  if (dataset.isHidden || !visible(dataset).some(isMoment)) return null
  const isLog = nameWords(dataset.label).some(isWaste)
  const measures = visible(dataset).filter(isMeasure)
  const named = isLog ? measures : measures.filter(({ label }) => nameWords(label).some(isWaste))
  const [money, ...otherMoney] = named.filter(isMoney)
  const quantities = named.filter((field) => !isMoney(field))
  const quantity = isLog ? measureNamed(dataset, amounts) : (quantities[0] ?? null)
  if (!isLog && quantities.length > 1) return null
  if (money !== undefined && otherMoney.length === 0) {
    const { label, unit } = money
    const cost = { text: pathText({ dataset, field: money }), says: `${label} of ${dataset.label}`, unit }
    return { dataset, quantity, cost }
  }
  if (quantity === null) return null
  const each = costOf(dataset, parentsOf(dataset, schema))
  if (each === null || each.isOfLine) return { dataset, quantity, cost: null }
  const text = `${pathText({ dataset, field: quantity })} * ${pathText(each)}`
  const says = `${quantity.label} of ${dataset.label} × ${each.field.label}`
  return { dataset, quantity, cost: { text, says, unit: each.field.unit } }
}

/** The number of pieces or their weight. */
const amounts = ['quantity', 'qty', 'unit', 'piece', 'portion', 'weight', 'kg', 'count', 'number'].map(
  (word) => [word],
)

function isMoney({ label }: Field): boolean {
  return nameWords(label).some((word) => /^(?:cost|value|amount|price|loss)$/.test(word))
}

const isWaste = (word: string): boolean =>
  /^(?:wastes?|wasted|wastage|bin|binned|spoil(?:ed|t|age)?|discard(?:ed)?|scrap(?:ped)?|dumped|thrown|unusable|written-off|write-off)$/.test(
    word,
  )

const nouns: readonly string[] = ['waste', 'wastage', 'spoilage', 'amount of waste', 'units wasted']
const verbs: readonly (readonly [string, string, string])[] = [
  ['bin', 'binned', 'binned'],
  ['waste', 'wasted', 'wasted'],
  ['discard', 'discarded', 'discarded'],
  ['throw away', 'threw away', 'thrown away'],
  ['throw out', 'threw out', 'thrown out'],
  ['chuck out', 'chucked out', 'chucked out'],
  ['chuck away', 'chucked away', 'chucked away'],
  ['write off', 'wrote off', 'written off'],
]
/** "how much bread did we bin", "which product do we throw away most". */
const done: readonly string[] = verbs.flatMap(([now, past, perfect]) => [
  ...['do', 'did'].map((word) => `${word} we ${now}`),
  `have we ${perfect}`,
  `we ${past}`,
  ...['was', 'were', 'is', 'are', 'gets', 'got'].map((word) => `${word} ${perfect}`),
  perfect,
])
const costs: readonly string[] = [
  ...['waste', 'wastage', 'spoilage'].flatMap((word) => [
    `cost of ${word}`,
    `cost of the ${word}`,
    `cost of our ${word}`,
    `${word} cost`,
    `${word} costs`,
    `${word} cost us`,
    `value of ${word}`,
    `${word} value`,
    `did we lose to ${word}`,
    `lost to ${word}`,
  ]),
  ...verbs.flatMap(([, past, perfect]) => [`cost of what we ${past}`, `cost of what was ${perfect}`]),
]
