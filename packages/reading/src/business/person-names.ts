import { planJoins, singularLabel } from '@quipu/query'
import type {
  Appearance,
  Dataset,
  Expression,
  FieldRef,
  Ontology,
  Output,
  Query,
  Relationship,
} from '@quipu/query'
import { isPeople, keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { datasetOf, refTo } from '../restate/fields.ts'
import { isSurrogate, markOf } from '../lexicon/unique-codes.ts'

/** The rows that hold the names of people who have none of their own, and the references that lead there. */
interface Named {
  readonly people: Dataset
  readonly steps: readonly Relationship[]
}

/** How many references may lead to a name. */
const mostSteps = 2

/** Whose name people without one of their own have: each `instructor` is one of the `users`. Null where they have a name, or share it. */
export function namedBy(dataset: Dataset, ontology: Ontology): Named | null {
  if (!isPeople(dataset) || nameFields(dataset).some((field) => isName(field.label, field.role))) return null
  let at = dataset
  const steps: Relationship[] = []
  while (steps.length < mostSteps) {
    const [link, ...more] = ontology.relationships.filter((one) => isOneEach(one, at))
    const next = link === undefined ? null : datasetOf(ontology, link.to)
    if (link === undefined || next === null || more.length > 0 || next.isHidden) return null
    steps.push(link)
    if (hasNames(next)) return { people: next, steps }
    at = next
  }
  return null
}

function isName(label: string, role: string): boolean {
  return role === 'name' || /\b(?:name|title)$/i.test(label)
}

function hasNames(dataset: Dataset): boolean {
  const names = nameFields(dataset)
  return names.every(({ type }) => type === 'text') && names.some(({ label, role }) => isName(label, role))
}

/** Whether hardly two rows refer to the same one. */
function isOneEach({ from, to, fromFields }: Relationship, { name, fields, rows }: Dataset): boolean {
  const field = fields.find((one) => one.name === fromFields[0])
  if (from !== name || to === name || fromFields.length > 1 || field === undefined) return false
  return (
    field.statistics.nulls * 10 <= rows && field.statistics.distinct >= 0.95 * (rows - field.statistics.nulls)
  )
}

/** The same rows with the names of people where only their numbers stand. They stay divided by the numbers, for namesakes. */
export function withPersonNames(query: Query, ontology: Ontology, question: string): Query | null {
  if (query.combine !== null) return null
  const made = ontology.datasets.reduce<Query>((one, dataset) => {
    const named = one.outputs.some(({ expression }) => isKeyOf(expression, dataset))
      ? namesOfPerson(dataset, ontology)
      : null
    return named === null ? one : withNames(one, dataset, named, question)
  }, query)
  return made === query || 'status' in planJoins(made, ontology) ? null : made
}

export interface PersonNames {
  readonly names: readonly FieldRef[]
  readonly appearances: readonly Appearance[]
  /** Whether some refer to nobody. */
  readonly mayLack: boolean
}

/** The names of people who have none of their own, with the way there: the same rows may name others as well. */
export function namesOfPerson(dataset: Dataset, ontology: Ontology): PersonNames | null {
  const named = namedBy(dataset, ontology)
  if (named === null) return null
  const single = singularLabel(dataset.label)
  const role = datasetOf(ontology, single) === null ? single : `${single} person`
  const roles = named.steps.map((_, i) => (i === 0 ? role : `${role} ${i + 1}`))
  const appearances = named.steps.map(({ name, to }, i): Appearance => {
    return { as: roles[i] ?? role, dataset: to, via: name, from: roles[i - 1] ?? dataset.name, end: 'to' }
  })
  const as = roles.at(-1) ?? role
  const [first] = named.steps
  return {
    names: nameFields(named.people).map((field) => ({ ...refTo(named.people, field), as })),
    appearances,
    mayLack: dataset.fields.some(
      ({ name, statistics }) => name === first?.fromFields[0] && statistics.nulls > 0,
    ),
  }
}

function isKeyOf(expression: Expression, dataset: Dataset): boolean {
  if (expression.kind !== 'field' || expression.dataset !== dataset.name || expression.as !== undefined)
    return false
  return keyFields(dataset).some((key) => key.name === expression.field)
}

function withNames(
  query: Query,
  dataset: Dataset,
  { names, appearances, mayLack }: PersonNames,
  question: string,
): Query {
  const keys = keyFields(dataset)
  const shown = names.map((expression): Output => ({ expression, label: '' }))
  const isDivided = query.groupBy.some((one) => isKeyOf(one, dataset))
  const mark = isDivided ? unaskedMark(dataset, question) : null
  const outputs = query.outputs.flatMap((one): readonly Output[] => {
    if (isKeyOf(one.expression, dataset))
      return keys.every((key) => isSurrogate(key, dataset)) ? shown : [one, ...shown]
    return mark !== null && isSameField(one.expression, mark) ? [] : [one]
  })
  // Namesakes are two people.
  const isEach = query.distinct && query.groupBy.length === 0
  const asked = isEach
    ? [...keys.map((key) => refTo(dataset, key)), ...query.outputs.map((one) => one.expression)]
    : query.groupBy
  return {
    ...query,
    outputs,
    groupBy: asked.length > 0 ? [...asked, ...names] : [],
    distinct: query.distinct && !isEach,
    appearances: [...query.appearances, ...appearances],
    keepUnmatched: query.keepUnmatched || mayLack,
  }
}

/** The code or the room that was shown for lack of a name. Null where the question asks for it. */
function unaskedMark(dataset: Dataset, question: string): FieldRef | null {
  const mark = markOf(dataset)
  const said = question.toLowerCase().split(/[^\p{L}\d]+/u)
  const isAsked = nameWords(mark?.label ?? '').some(
    (word) => said.includes(word) || said.includes(`${word}s`),
  )
  return mark === null || isAsked ? null : refTo(dataset, mark)
}

function isSameField(one: Expression, other: FieldRef): boolean {
  return one.kind === 'field' && one.dataset === other.dataset && one.field === other.field
}
