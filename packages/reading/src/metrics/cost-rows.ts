import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { parentsOf, type Schema } from './field-finder.ts'

const list = (text: string): readonly string[] => text.split(', ')
/** What a business pays for and hardly ever sells. */
const costKinds = list(
  'rent, wages, salaries, salary, payroll, electricity, power, gas, water, utilities, insurance, internet, phone, telephone, marketing, advertising, office supplies, stationery, packaging, cleaning, repairs, maintenance, accountant, accounting, bookkeeping, legal, bank fees, bank charges, interest, fuel, software, licences, licenses, taxes, rates, waste, security, postage',
)
/** What only comes in. */
const incomeKinds = list(
  'sale, sales, income, revenue, takings, donation, donations, subscription, fees, tickets',
)

/**
 * Rows with a date and an amount that are money which went out, whatever they are called: a text says what for, in words such as rent
 * and wages, or names those who supply what is sold.
 */
export function isOfCosts(dataset: Dataset, schema: Schema): boolean {
  const isDated = visible(dataset).some(isMoment) && visible(dataset).some(isMeasure)
  if (!isDated || !visible(dataset).some(isText)) return false
  return saysWhatFor(dataset, schema) || namesSuppliers(dataset, schema)
}

function isText({ type, role }: Field): boolean {
  return type === 'text' && role !== 'identifier'
}

function saysWhatFor(dataset: Dataset, { values }: Schema): boolean {
  const fieldsOf = (kinds: readonly string[]): readonly string[] =>
    kinds.flatMap((kind) => [
      ...new Set(values.exact(kind).flatMap((each) => (each.dataset === dataset.name ? [each.field] : []))),
    ])
  const incomes = new Set(fieldsOf(incomeKinds))
  const counts = Map.groupBy(fieldsOf(costKinds), (field) => field)
  return visible(dataset).some(
    (field) =>
      isText(field) && !incomes.has(field.name) && (counts.get(field.name)?.length ?? 0) >= fewestKinds,
  )
}

/** One of them may be the name of something else. */
const fewestKinds = 3

/** The texts of a field are those that a field called `supplier` of what is sold has. */
function namesSuppliers(dataset: Dataset, schema: Schema): boolean {
  const known = schema.datasets
    .filter((other) => other !== dataset && !other.isHidden && !parentsOf(other, schema).includes(dataset))
    .flatMap((other) => visible(other).filter((field) => isText(field) && isSupplier(other, field)))
  return known.some(({ sample }) => {
    const found = sample.flatMap((name) => [
      ...new Set(
        schema.values.exact(name).flatMap((each) => (each.dataset === dataset.name ? [each.field] : [])),
      ),
    ])
    const most = Math.max(
      0,
      ...Map.groupBy(found, (field) => field)
        .values()
        .map((each) => each.length),
    )
    return sample.length >= fewestNames && most * 5 >= sample.length * 4
  })
}

/** Two names may be the same by chance. */
const fewestNames = 3

function isSupplier(dataset: Dataset, { label, role }: Field): boolean {
  const isNamed = (text: string): boolean =>
    nameWords(text).some((word) => word === 'supplier' || word === 'vendor')
  return isNamed(label) || (role === 'name' && isNamed(dataset.label))
}
