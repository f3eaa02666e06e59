import {
  planJoins,
  type Dataset,
  type Expression,
  type Field,
  type FieldRef,
  type Ontology,
} from '@quipu/query'
import type { Output, Query } from '@quipu/query'
import { isFirstAndLast, isMoment, keyFields, nameFields } from '../lexicon/dataset-fields.ts'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'
import { conjuncts, datasetOf, isSame, lookedAt, refTo } from '../restate/fields.ts'
import { restate } from '../restate/restate.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { tokenize } from '../words/tokens.ts'
import { isSurrogate, uniqueCode } from '../lexicon/unique-codes.ts'
import { withCopiedNames } from './copied-names.ts'
import { momentOf } from './moments.ts'
import { reachesOne } from './nearest.ts'
import { namesOfPerson, withPersonNames, type PersonNames } from './person-names.ts'

/** Rows that have nothing but a key are shown with what they belong to and their date, and namesakes with the code that people use. */
export function withRowsToldApart(plan: Plan, question: string, ontology: Ontology): Plan {
  if (plan.status !== 'readings') return plan
  const [first, ...rest] = plan.readings
  return { ...plan, readings: [toldApart(first, question, ontology), ...rest] }
}

const idsAsked = /\b(?:ids?|identifiers?|keys?)\b/i

function toldApart(reading: Reading, question: string, ontology: Ontology): Reading {
  const isShown = idsAsked.test(question) || isNamedIn(question, reading.query, ontology)
  const isId = idsAsked.test(question)
  const called = isId ? null : withPersonNames(reading.query, ontology, question)
  const told = isShown ? null : (withOwners(reading.query, ontology) ?? withCodes(reading.query, ontology))
  const query = called ?? told ?? withCopiedNames(reading.query, ontology)
  if (query === null) return reading
  const restatement = restate(query, ontology)
  const assumptions = reading.assumptions.map((one) =>
    reading.restatement === '' ? one : { ...one, says: one.says.replace(reading.restatement, restatement) },
  )
  return { ...reading, query, restatement, assumptions }
}

/** "list the product names", "what zip code": what the question names is what it wants to see. */
function isNamedIn(question: string, { outputs }: Query, ontology: Ontology): boolean {
  const said = new Set(tokenize(question).flatMap(({ lower, forms }) => [lower, ...forms]))
  return outputs.some(({ expression }) => {
    const dataset = expression.kind === 'field' ? datasetOf(ontology, expression.dataset) : null
    const field = dataset === null ? null : ownField(expression, dataset)
    if (dataset === null || field === null || isMoment(field)) return false
    const own = nameWords(dataset.label)
    const words = nameWords(field.label).filter((word) => !own.includes(word))
    return words.length > 0 && words.every((word) => said.has(word))
  })
}

/** Whether a list shows keys and dates alone, and there is something to tell its rows apart by. */
export function canBeToldApart(query: Query, ontology: Ontology): boolean {
  return withOwners(query, ontology) !== null || withPersonNames(query, ontology, '') !== null
}

/** The list with its number, the names of what its rows belong to, and the dates. Null where it shows more than keys, or has none. */
function withOwners(query: Query, ontology: Ontology): Query | null {
  const dataset = datasetOf(ontology, query.subject)
  if (dataset === null || query.groupBy.length > 0 || query.combine !== null || query.appearances.length > 0)
    return null
  const shown = query.outputs.map(({ expression }) => ownField(expression, dataset))
  const code = uniqueCode(dataset, ontology)
  const keys = shown.filter((one) => one !== null && isNumber(one, dataset, code))
  const isBare = shown.every((one) => one !== null && (keys.includes(one) || isMoment(one)))
  if (!isBare || keys.length === 0) return null
  // A pitch is known by its code. What happens on a day is not.
  const isCoded = keys.some((one) => one?.type === 'text' && !isSurrogate(one, dataset))
  if (isCoded && momentOf(dataset.name, ontology) === null) return null
  const own = query.outputs.filter(
    (_, i) => code === null || shown[i] === code || !isSurrogate(shown[i] ?? null, dataset),
  )
  const isCodeShown = code === null || shown.includes(code)
  const start: Query = { ...query, outputs: isCodeShown ? own : [output(refTo(dataset, code)), ...own] }
  const named = ownersOf(dataset, ontology).reduce<Query>((made, owner) => {
    const person = namesOfPerson(owner, ontology)
    return person === null
      ? withFields(made, namesOf(owner, ontology), dataset, ontology)
      : withPerson(made, person, ontology)
  }, start)
  const dates = datesOf(query, ontology)
  const whole = withFields(named, dates, dataset, ontology)
  return whole.outputs.length === query.outputs.length ? null : whole
}

function ownField(expression: Expression, { name, fields }: Dataset): Field | null {
  if (expression.kind !== 'field' || expression.dataset !== name || expression.as !== undefined) return null
  return fields.find((one) => one.name === expression.field) ?? null
}

function isNumber(field: Field, dataset: Dataset, code: Field | null): boolean {
  if (field === code || isSurrogate(field, dataset)) return true
  return !isMoment(field) && (keyFields(dataset).includes(field) || field.role === 'identifier')
}

/** Adds fields at the end, where they can be joined. Rows that refer to nothing stay. */
function withFields(query: Query, refs: readonly FieldRef[], dataset: Dataset, ontology: Ontology): Query {
  const more = refs.filter(
    (ref) => !query.outputs.some(({ expression }) => expression.kind === 'field' && isSame(expression, ref)),
  )
  const isFar = more.some((ref) => ref.dataset !== dataset.name && mayLack(dataset, ref.dataset, ontology))
  const made = {
    ...query,
    outputs: [...query.outputs, ...more.map(output)],
    keepUnmatched: query.keepUnmatched || isFar,
  }
  return more.length === 0 || 'status' in planJoins(made, ontology) ? query : made
}

/** Adds the name of a person who has it elsewhere. Rows that refer to nobody stay. */
function withPerson(query: Query, { names, appearances }: PersonNames, ontology: Ontology): Query {
  const made = {
    ...query,
    outputs: [...query.outputs, ...names.map(output)],
    appearances: [...query.appearances, ...appearances],
    keepUnmatched: true,
  }
  return 'status' in planJoins(made, ontology) ? query : made
}

function output(expression: FieldRef): Output {
  return { expression, label: '' }
}

/** Whether some rows refer to nothing there. Through other rows, they may. */
function mayLack({ name, fields }: Dataset, to: string, { relationships }: Ontology): boolean {
  const [link] = relationships.filter((one) => one.from === name && one.to === to)
  return (
    link === undefined ||
    fields.some((field) => link.fromFields.includes(field.name) && field.statistics.nulls > 0)
  )
}

/** How many owners are named. */
const mostOwners = 3
/** How many steps away an owner may be, by way of rows that have no name either. */
const mostSteps = 3

/** What each row belongs to and has a name, the nearest first. What has no name is passed on to its own owners. */
function ownersOf(dataset: Dataset, ontology: Ontology): readonly Dataset[] {
  const found: Dataset[] = []
  const seen = new Set([dataset.name])
  let level: readonly Dataset[] = [dataset]
  for (let step = 0; step < mostSteps && found.length < mostOwners; step++) {
    const above = level.flatMap((each) => parentsOf(each, ontology)).filter(({ name }) => !seen.has(name))
    const next = [...new Set(above)].filter(({ name }) => reachesOne(dataset.name, name, ontology))
    for (const { name } of next) seen.add(name)
    const isNamed = (each: Dataset): boolean =>
      namesOf(each, ontology).length > 0 || namesOfPerson(each, ontology) !== null
    found.push(...next.filter(isNamed))
    level = next.filter((each) => !isNamed(each))
  }
  return found.slice(0, mostOwners)
}

/** What rows refer to once. Those that few rows refer to come last, and what they refer to twice is left out. */
function parentsOf(
  { name, fields, rows }: Dataset,
  { relationships, datasets }: Ontology,
): readonly Dataset[] {
  const links = relationships.filter((one) => one.from === name && one.cardinality !== 'many-to-many')
  const at = (names: readonly string[]): number => fields.findIndex((one) => names.includes(one.name))
  const isRare = (names: readonly string[]): number =>
    Number(fields.some((one) => names.includes(one.name) && one.statistics.nulls * 2 > rows))
  return links
    .filter(({ to }) => links.filter((other) => other.to === to).length === 1)
    .toSorted((a, b) => isRare(a.fromFields) - isRare(b.fromFields) || at(a.fromFields) - at(b.fromFields))
    .flatMap(({ to }) => datasets.find((each) => each.name === to && !each.isHidden) ?? [])
}

/** What people call a thing: its name, with its code where many share the name. Nothing where it has only a key. */
function namesOf(dataset: Dataset, ontology: Ontology): readonly FieldRef[] {
  const names = nameFields(dataset).filter(
    (field) => field.type === 'text' && !isSurrogate(field, dataset) && !isMoment(field),
  )
  const code = names.length > 0 && isShared(dataset) ? uniqueCode(dataset, ontology) : null
  return [...names, ...(code === null || names.includes(code) ? [] : [code])].map((one) =>
    refTo(dataset, one),
  )
}

/** The dates that the question narrows rows by, or else the date on which they happen. */
function datesOf(query: Query, ontology: Ontology): readonly FieldRef[] {
  const dataset = datasetOf(ontology, query.subject)
  const asked = conjuncts(query.where).flatMap((one) => {
    const of = one.kind === 'during' || one.kind === 'compare' ? lookedAt(one) : null
    if (of?.kind !== 'field' || of.dataset !== query.subject) return []
    const field = dataset?.fields.find(({ name }) => name === of.field)
    return field !== undefined && isMoment(field) ? [of] : []
  })
  const own = momentOf(query.subject, ontology)
  const all = asked.length > 0 || own === null ? asked : [own]
  return all.filter((one, i) => all.findIndex((other) => isSame(one, other)) === i)
}

/** Whether many rows have the same name. */
function isShared(dataset: Dataset): boolean {
  const names = nameFields(dataset).filter((field) => !keyFields(dataset).includes(field))
  if (names.length === 0 || isFirstAndLast(names)) return false
  return Math.max(...names.map(({ statistics }) => statistics.distinct)) < 0.8 * dataset.rows
}

/** Namesakes that are listed, or have a figure each, with the code that people tell them apart by. */
function withCodes(query: Query, ontology: Ontology): Query | null {
  if (query.combine !== null || query.distinct || query.appearances.length > 0) return null
  const dataset = codedThing(query, ontology)
  const code = dataset === null ? null : uniqueCode(dataset, ontology)
  if (dataset === null || code === null) return null
  const ref = refTo(dataset, code)
  const isOwn = ({ expression }: Output): boolean => ownField(expression, dataset) !== null
  const at = query.outputs.findLastIndex(
    (one) => isOwn(one) && nameFields(dataset).includes(ownField(one.expression, dataset) ?? code),
  )
  const outputs = query.outputs.toSpliced(at + 1, 0, output(ref))
  const made = {
    ...query,
    outputs: outputs.filter(({ expression }) => !isSurrogate(ownField(expression, dataset), dataset)),
    groupBy: query.groupBy.length === 0 ? [] : [...query.groupBy, ref],
  }
  return 'status' in planJoins(made, ontology) ? null : made
}

/** The thing whose rows are shown one by one, by names that many of them share and without their code. */
function codedThing({ subject, outputs, groupBy }: Query, ontology: Ontology): Dataset | null {
  const shown = outputs.flatMap(({ expression }) => (expression.kind === 'field' ? [expression] : []))
  const isListed = (dataset: Dataset): boolean =>
    groupBy.length === 0
      ? dataset.name === subject
      : keyFields(dataset).every((key) => groupBy.some((one) => ownField(one, dataset) === key))
  const found = ontology.datasets.find((dataset) => {
    const own = shown.flatMap((one) => ownField(one, dataset) ?? [])
    const names = nameFields(dataset).filter((field) => !keyFields(dataset).includes(field))
    return (
      names.length > 0 &&
      names.every((name) => own.includes(name)) &&
      isListed(dataset) &&
      isShared(dataset) &&
      !own.some((field) => field === uniqueCode(dataset, ontology))
    )
  })
  return found ?? null
}
