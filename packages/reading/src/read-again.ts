import type { Ontology } from '@quipu/query'
import { namedGoods } from './business/goods.ts'
import { traitsOf } from './confidence/query-traits.ts'
import { isReadingDoubt } from './dialogue/reading-doubt.ts'
import { compoundNamed } from './lexicon/compound-names.ts'
import { withNotes } from './plan/notes.ts'
import type { Plan } from './plan/plan.ts'
import type { Assumption } from './plan/reading.ts'
import { asPeopleAreCalled } from './stand-ins/stand-ins.ts'
import { askedForReasons } from './words/why.ts'

/** Where a question is not answered as it is: in other words for the same. The answer says so. */
export function readAgain(
  plan: Plan,
  question: string,
  ontology: Ontology,
  read: (question: string) => Plan,
): Plan | null {
  return (
    readAsReasons(plan, question, read) ??
    readAsPeople(plan, question, ontology, read) ??
    readAsCompound(plan, question, ontology, read) ??
    readAsGoods(plan, question, ontology, read)
  )
}

/** "why do people leave": the reasons that are recorded, each with its number. Nothing else in data says why. */
function readAsReasons(plan: Plan, question: string, read: (question: string) => Plan): Plan | null {
  const asked = plan.status === 'cannot_answer' ? askedForReasons(question) : null
  const again = asked === null ? null : read(asked)
  if (again?.status !== 'readings' || again.readings[0].confidence < 0.6) return null
  const [group, ...more] = again.readings[0].frame?.groups ?? []
  if (group?.kind !== 'field' || more.length > 0 || !/reason|cause/i.test(group.field.field)) return null
  const says = 'Only the reasons that are recorded are shown, each with its number.'
  return withNotes(again, [{ about: 'meaning of why', says, changesNumbers: true }])
}

/** Whether what the data calls a thing has helped to read the question. */
export function isReadWell(plan: Plan): boolean {
  return plan.status === 'readings' && plan.readings[0].confidence >= 0.35
}

/** Where a word such as "customers" is unknown: those who buy or work, whatever the data calls them. The answer says so. */
function readAsPeople(
  plan: Plan,
  question: string,
  ontology: Ontology,
  read: (question: string) => Plan,
): Plan | null {
  const isOpen = plan.status === 'cannot_answer' || (plan.status === 'clarification' && isReadingDoubt(plan))
  const renamed = isOpen ? asPeopleAreCalled(question, ontology) : null
  if (renamed === null || renamed.notes.length === 0) return null
  const again = read(renamed.question)
  return isReadWell(again) ? withNotes(again, renamed.notes) : null
}

/** Where one word alone is unknown and may be what is sold. The answer says so. */
function readAsGoods(
  plan: Plan,
  question: string,
  ontology: Ontology,
  read: (question: string) => Plan,
): Plan | null {
  const [word, ...others] = plan.status === 'cannot_answer' ? plan.missing : []
  const goods = word === undefined || others.length > 0 ? null : namedGoods(question, word, ontology)
  if (goods === null) return null
  const again = read(goods.question)
  if (again.status !== 'readings') return again.status === 'clarification' ? again : null
  const [first, ...rest] = again.readings
  if (!traitsOf(first.query).datasets.has(goods.dataset.name)) return null
  const note: Assumption = {
    about: `meaning of ${word}`,
    says: `"${word}" is read as ${goods.dataset.label}.`,
    changesNumbers: true,
  }
  return { ...again, readings: [{ ...first, assumptions: [note, ...first.assumptions] }, ...rest] }
}

/** Where a question is not answered, and a word of it means what a dataset is named after. The answer says so. */
function readAsCompound(
  plan: Plan,
  question: string,
  ontology: Ontology,
  read: (question: string) => Plan,
): Plan | null {
  const isOpen = plan.status === 'cannot_answer' || (plan.status === 'clarification' && isReadingDoubt(plan))
  const renamed = isOpen ? compoundNamed(question, ontology) : null
  if (renamed === null) return null
  const again = read(renamed.question)
  if (again.status !== 'readings') return null
  const [first, ...rest] = again.readings
  const { datasets } = traitsOf(first.query)
  const isUsed = datasets.has(renamed.dataset.name) || first.frame?.moment?.dataset === renamed.dataset.name
  if (!isUsed) return null
  const says = `“${renamed.word}” is taken to mean ${renamed.dataset.label}.`
  const note: Assumption = { about: `meaning of ${renamed.word}`, says, changesNumbers: true }
  return { ...again, readings: [{ ...first, assumptions: [note, ...first.assumptions] }, ...rest] }
}
