import type { Dataset } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed, type Place, type Schema } from './field-finder.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** Names of rows of money that came in, where they belong to something that is to be paid. */
const paymentNames = words('payment receipt remittance settlement repayment')
const notPayments = words('item line detail position refund credit reminder request plan type method term')
const amounts = 'amount, total, value, sum, paid'.split(', ').map((one) => [one])

/** Called payments, or what came in for something that is to be paid: receipts of bills. */
export function isPaymentName({ label }: Dataset): boolean {
  const own = nameWords(label)
  return own.some((word) => paymentNames.has(word)) && !own.some((word) => notPayments.has(word))
}

/** What was paid of each row: its payments or receipts by name, or dated rows whose amounts come to that of the row. */
export function paymentsFor(bill: Dataset, schema: Schema): Place | null {
  const names = schema.relationships.flatMap(({ from, to }) =>
    to === bill.name && from !== to ? [from] : [],
  )
  const children = schema.datasets.filter(({ name, isHidden }) => !isHidden && names.includes(name))
  const named = children.filter(isPaymentName)
  const [only, ...more] = named.length > 0 ? named : children.filter((each) => addsUpTo(each, bill))
  const field = only === undefined ? null : measureNamed(only, amounts)
  return only === undefined || field === null || more.length > 0 ? null : { dataset: only, field }
}

/** Dated rows without a thing of their own, whose amounts come to an amount of the bill. */
function addsUpTo(dataset: Dataset, bill: Dataset): boolean {
  const isDated = visible(dataset).some(isMoment)
  return (
    isDated &&
    !nameWords(dataset.label).some((word) => notPayments.has(word)) &&
    dataset.reading?.sums?.some(
      ({ per, agreesWith, factors, change }) =>
        per === bill.name && agreesWith.dataset === per && factors.length === 1 && change === null,
    ) === true
  )
}

/** The amount of the bill that what was paid of it comes to, as the data confirms it. */
export function paidAmount(bill: Dataset, { dataset }: Place): string | null {
  const sum = dataset.reading?.sums?.find(
    ({ per, agreesWith, less }) => per === bill.name && agreesWith.dataset === per && less === null,
  )
  return sum?.agreesWith.field ?? null
}

/** Whether the data confirms that rows come to what the sale came to, or its lines: receipts for visits. */
export function isPaidBy(sale: Dataset, rows: Dataset, schema: Schema): boolean {
  const ofSale = schema.datasets.flatMap((each) =>
    (each.reading?.sums ?? []).filter(({ per }) => per === sale.name).map((sum) => ({ each, sum })),
  )
  return ofSale.some(
    ({ each, sum: { agreesWith } }) =>
      (each === rows && agreesWith.dataset === sale.name) ||
      (each !== rows && each !== sale && agreesWith.dataset === rows.name),
  )
}
