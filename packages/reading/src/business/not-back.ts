import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { and, field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { plannedStates, stateField } from '../metrics/not-sold.ts'
import { doneFor, dueMoment } from './named-moments.ts'
import { inStates } from './not-dead.ts'

/** What was lent and has not come back, where `due` is the day by which it has to. Null where it is a day of something else. */
export function notBack(dataset: Dataset, due: Field, ontology: Ontology): Condition | null {
  const isOfReturn = comingBack.test(due.label)
  if (!isOfReturn && !isOfLending(dataset, due)) return null
  const returned = (isOfReturn ? doneFor(dataset, due) : null) ?? returnMoment(dataset, due)
  if (returned !== null) {
    // What is only reserved is not out, and what was noted as returned is not either.
    const inside = stateField(dataset, [...backStates, ...reservedStates], ontology)
    const isEmpty: Condition = { kind: 'null', of: fieldOf(dataset, returned) }
    return and([isEmpty, ...(inside === null ? [] : [notIn(inside)])])
  }
  const out = stateField(dataset, outStates, ontology)
  if (out !== null) return inStates(out)
  const back = stateField(dataset, backStates, ontology)
  return back === null ? null : notIn(back)
}

/** "hires" are the rows of lending with this name, and not the things that are lent. */
export function lentNamed(word: string, ontology: Ontology): readonly Dataset[] {
  const name = /^(hire|loan|rental|lending|borrowing)s$/.exec(word)?.[1]
  if (name === undefined) return []
  const found = ontology.datasets.filter(
    (each) => !each.isHidden && nameWords(each.label).includes(name) && isDueBack(each, ontology),
  )
  return found.length === 1 ? found : []
}

/** Whether these rows have a day by which something has to come back. */
function isDueBack(dataset: Dataset, ontology: Ontology): boolean {
  const due = dueMoment(dataset)
  return due !== null && notBack(dataset, due, ontology) !== null
}

/** Empty states are none of these. */
function notIn(found: Parameters<typeof inStates>[0]): Condition {
  const isOther: Condition = { kind: 'not', of: inStates(found) }
  if (found.field.statistics.nulls === 0) return isOther
  return { kind: 'or', of: [{ kind: 'null', of: fieldOf(found.dataset, found.field) }, isOther] }
}

/** `due back`, `return by`, `due in`. */
const comingBack = /\b(?:back|return\w*|due in|in by)\b/i

/** `due date` of loans: what is due is their return, and no payment. */
function isOfLending(dataset: Dataset, due: Field): boolean {
  const isBare = /^(?:due(?: date| on| by| at)?|date due)$/i.test(due.label)
  return (
    isBare &&
    nameWords(dataset.label).some((word) => lending.has(word)) &&
    returnMoment(dataset, due) !== null
  )
}

const lending: ReadonlySet<string> = new Set('loan hire rental lending borrowing checkout'.split(' '))

/** The day on which it came back: `date in`, `returned`. What was given back of a payment is another one. */
function returnMoment(dataset: Dataset, due: Field): Field | null {
  const [only, ...more] = visible(dataset).filter(
    (field) => isMoment(field) && field !== due && field.statistics.nulls > 0 && cameBack.test(field.label),
  )
  return only === undefined || more.length > 0 ? null : only
}

const cameBack =
  /^(?:(?:date|day|time|actual|actually|was|is|were) )*(?:returned|return|back|in|came back|come back|came in|brought back|given back|handed in|checked in|check in)(?: (?:date|day|time|on|at))*$/i

const outStates =
  'out, on hire, on loan, on rent, on rental, hired, hired out, rented, rented out, loaned, loaned out, lent, lent out, borrowed, checked out, issued, in use, with customer, with client, overdue, late, not returned, extended'.split(
    ', ',
  )
const backStates =
  'returned, back, in, checked in, handed in, come back, came back, closed, complete, completed, finished, off hire'.split(
    ', ',
  )
const reservedStates: readonly string[] = [...plannedStates, 'reserved', 'quoted', 'quote', 'enquiry']
