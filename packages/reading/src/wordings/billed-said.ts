import type { Ontology } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'

/** "invoiced per quarter last year", "total invoiced", "amount billed": how much was, and not how many bills there are. */
export function withBilledAsked(question: string, { datasets, values }: Ontology): string {
  const found = billed.exec(question)
  const [all, verb = ''] = found ?? []
  if (all === undefined) return question
  // A column or a state of the name says more than the verb.
  const isNamed = datasets.some(
    ({ isHidden, fields }) =>
      !isHidden &&
      fields.some((field) => !field.isHidden && nameWords(field.label).includes(verb.toLowerCase())),
  )
  const isBilled = datasets.some(({ label, isHidden }) => !isHidden && bills.test(label))
  if (isNamed || !isBilled || values.exact(verb).length > 0) return question
  return `how much did we invoice${question.slice(all.length)}`
}

const bills = /\b(?:invoices?|bills?)\b/i
const what = String.raw`(?:(?:the )?(?:total )?(?:amounts?|value|sum|money|totals?)(?: of money)?(?: (?:that )?we)? )?`
/** What the figure is divided by or when it was, and no thing that was billed. */
const billed = new RegExp(
  String.raw`^\W*(?:(?:show|give) me |what(?:'s| is| was) )?${what}(invoiced|billed)(?= (?:per|by|each|every|this|last|in|since|so far|to date|for each|to each|year|month|today|yesterday|ytd|mtd)\b|\W*$)`,
  'iu',
)
