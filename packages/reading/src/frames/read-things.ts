import type { Dataset, Field, Ontology } from '@quipu/query'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { isMeasure, isMoment, namedThing, nameFields, visible } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { businessOf, revenueOf } from '../business/business.ts'
import type { GroupSlot } from '../plan/frame.ts'
import { isNegated, leftOf, takeTime, type FrameDraft, type Of } from './frame-draft.ts'
import { hasName, wholeOf } from '../business/levels.ts'
import { isMeeting, notThere } from '../business/meetings.ts'
import { notDead } from '../business/not-dead.ts'
import { distance, nearestField, reachesOne, type FieldPlace } from '../business/nearest.ts'
import { isPlaceOfSale } from './places.ts'
import { whatCounts } from './rates.ts'
import { measureLines, reportBeside } from './line-revenue.ts'
import { related } from './states.ts'

/** Puts things and fields into their slots: what the answer is divided by, what is lacking, what qualifies a value. */
export function readThings(draft: FrameDraft): void {
  const { head } = draft.measured
  for (const one of leftOf(draft, 'thing')) {
    const isHead = one.dataset === head && one.mode !== 'by' && !isNegated(one)
    if (
      isHead ||
      (isNegated(one)
        ? addLack(draft, one.dataset)
        : one.mode === 'by'
          ? divideByOwn(draft, one) || divideBy(draft, one.dataset)
          : isQualifier(draft, one))
    )
      draft.left.delete(one)
  }
}

/** After the values, since a field may say what kind of value stands beside it. */
export function readFields(draft: FrameDraft): void {
  for (const one of leftOf(draft, 'field')) if (readField(draft, one)) draft.left.delete(one)
}

function divideBy(draft: FrameDraft, { name }: Dataset): boolean {
  measureLines(draft, name)
  if (distance(draft.home, name, draft.ontology) > 6 || isSpread(draft, name)) return false
  draft.groups.push({ kind: 'thing', dataset: name })
  draft.known.add(name)
  return true
}

/** "by type": the `type` of the rows that are measured, and not the `membership types` far away, which have only the last word. */
function divideByOwn(draft: FrameDraft, { dataset, others }: Of<'thing'>): boolean {
  const { home } = draft
  const isWhole = others.some(
    (noun) => noun.kind === 'dataset' && noun.dataset === dataset && noun.score > 0.95,
  )
  const [field, ...more] = others.flatMap((noun) =>
    noun.kind === 'field' &&
    noun.score >= 0.97 &&
    !isMeasure(noun.field) &&
    !isMoment(noun.field) &&
    noun.dataset.name === home
      ? [noun]
      : [],
  )
  if (isWhole || field === undefined || more.length > 0) return false
  draft.groups.push(groupOf(field.dataset, field.field, draft.ontology))
  return true
}

/** What a reference refers to is shown by its name. `referred_by` of patients is another patient than the one of the row. */
function groupOf(dataset: Dataset, field: Field, ontology: Ontology): GroupSlot {
  const thing = namedThing(dataset, field, ontology)
  return thing !== null && thing.name !== dataset.name
    ? { kind: 'thing', dataset: thing.name }
    : { kind: 'field', field: fieldOf(dataset, field) }
}

/** A bill of somebody who had lessons in several branches belongs to none of them. */
function isSpread({ measures: [slot], home, ontology }: FrameDraft, name: string): boolean {
  const isRevenue = slot?.kind === 'metric' && slot.name === revenueOf(ontology)
  return isRevenue && distance(home, name, ontology) >= 4 && !reachesOne(home, name, ontology)
}

/** "Team plan", "valentine's day products": the thing says what kind of name stands beside it. */
function isQualifier({ scan, home, known, ontology }: FrameDraft, { dataset, at }: Of<'thing'>): boolean {
  const beside = scan.mentions.find((one) => one.kind === 'value' && Math.abs(one.at - at) === 1)
  const isTold =
    dataset.name === home || known.has(dataset.name) || businessOf(ontology).trade?.header === dataset
  if (beside === undefined) return isTold || (isSale(home, ontology) && isPlaceOfSale(dataset, ontology))
  const isNamed =
    beside.kind === 'value' &&
    [...beside.values, ...beside.parts].some((each) => each.dataset === dataset.name)
  if (!isTold && !isNamed && !reachesOne(home, dataset.name, ontology)) return false
  known.add(dataset.name)
  return true
}

function isSale(home: string, ontology: FrameDraft['ontology']): boolean {
  const { trade } = businessOf(ontology)
  return trade?.header.name === home || trade?.lines?.dataset.name === home
}

/** "products without a supplier", "customers with no orders". */
function addLack(draft: FrameDraft, other: Dataset): boolean {
  const owner = draft.ontology.datasets.find(({ name }) => name === ownerName(draft))
  if (owner === undefined) return false
  const key = `no ${other.name}`
  const own = draft.ontology.relationships.find(
    ({ from, to, cardinality }) => from === owner.name && to === other.name && cardinality !== 'many-to-many',
  )
  const field = owner.fields.find(({ name }) => name === own?.fromFields[0])
  if (field !== undefined && !field.isHidden) {
    draft.filters.push({ key, condition: { kind: 'null', of: fieldOf(owner, field) } })
    return true
  }
  if (distance(owner.name, other.name, draft.ontology) === Infinity) return false
  // A lesson that was called off is none.
  const there = isMeeting(other) ? notDead(other, draft.ontology, notThere) : []
  draft.filters.push({
    key,
    condition: { kind: 'not', of: related(owner, other, and([...takeTime(draft, other), ...there])) },
  })
  return true
}

/** "jobs that are done": the state of this name, although a date has it too. */
function readDone(draft: FrameDraft, { nouns: [noun], text, mode }: Of<'field'>): boolean {
  const owner = ownerName(draft)
  if (noun?.kind !== 'field' || !isMoment(noun.field) || mode !== 'plain' || draft.measures.length > 0)
    return false
  const state = draft.ontology.values
    .exact(text)
    .find(({ dataset, field }) => dataset === owner && /stat(?:us|e)$|stage$/i.test(field))
  if (state === undefined || noun.dataset.name !== owner) return false
  const of = { kind: 'field', dataset: owner, field: state.field } as const
  draft.filters.push({ key: `${owner}.${state.field}`, condition: compare(of, '=', literal(state.value)) })
  return true
}

/** "trade customers": the mark `is_trade` of the thing that it stands before. "billable hours", "which share is billable": of what is measured. */
function readMark(draft: FrameDraft, { nouns, at, mode }: Of<'field'>): boolean {
  const { scan, home, measures } = draft
  const next = scan.mentions.find((one) => one.at === at + 1)
  // "how many hours were billable"
  const isSaid = scan.asks[0] === 'many' && scan.mentions.some((one) => one.kind === 'metric' && one.at < at)
  const isMeasured = next?.kind === 'metric' || isSaid || (scan.isShare && scan.asks[0] === 'which')
  const noun = nouns.find(
    (each) =>
      each.kind === 'field' &&
      each.score >= 0.95 &&
      (next?.kind === 'thing'
        ? each.dataset === next.dataset
        : isMeasured && measures.length > 0 && each.dataset.name === home),
  )
  const flag = noun?.kind === 'field' ? flagValues(noun.field) : null
  if (noun?.kind !== 'field' || flag === null || (mode !== 'plain' && mode !== 'rank')) return false
  draft.filters.push({
    key: `${noun.dataset.name}.${noun.field.name}`,
    condition: compare(fieldOf(noun.dataset, noun.field), '=', literal(flag.yes)),
  })
  return true
}

/** "out of stock, with size and colour": what a list shows beside the names. One alone may say what the rows have. */
function showAlso(draft: FrameDraft, one: Of<'field'>, { dataset, field }: FieldPlace): boolean {
  const { head } = draft.measured
  const { mentions } = draft.scan
  if (head === null || draft.measures.length > 0 || draft.base !== null) return false
  const fields = mentions.filter(({ kind }) => kind === 'field')
  const [first, second] = fields
  const isListed =
    first?.mode === 'preposition' &&
    second !== undefined &&
    fields.every(({ mode }, i) => i === 0 || mode === 'plain') &&
    mentions.every(({ kind, at }) => kind === 'field' || at < first.at)
  if (!isListed || !fields.includes(one) || !reachesOne(head.name, dataset.name, draft.ontology)) return false
  // The size alone says nothing without the name of what has it.
  const whole = hasName(head) || draft.also.length > 0 ? null : wholeOf(head, draft.ontology)
  const names = whole === null ? [] : nameFields(whole).map((name) => fieldOf(whole, name))
  draft.also.push(...names, fieldOf(dataset, field))
  return true
}

function readField(draft: FrameDraft, one: Of<'field'>): boolean {
  const { scan, home, ontology, known, measures } = draft
  const report = reportBeside(draft)
  const nearest =
    nearestField(one.nouns, home, ontology, known) ??
    (report === null ? null : nearestField(one.nouns, report, ontology, known))
  const found = one.mode === 'by' ? (onlyKindOf(draft, one, nearest) ?? nearest) : nearest
  if (found === null) return false
  const of = fieldOf(found.dataset, found.field)
  if (readMark(draft, one) || readDone(draft, one) || showAlso(draft, one, found)) return true
  // "Which region has the highest sales": beside a thing, a field would be one more thing to show.
  const isAsked =
    (scan.asks[0] === 'which' || scan.rank !== null) &&
    (draft.measured.head === null || draft.base !== null) &&
    leftOf(draft, 'field').length === 1
  const isDivided = one.mode === 'by' || (isAsked && one.mode !== 'without' && measures.length > 0)
  if (isDivided) {
    const isAmount = measures.some(({ kind }) => kind === 'field' || kind === 'metric')
    const isScale = one.mode === 'by' && !isAmount && isFew(found.field)
    if (isMoment(found.field) || (isMeasure(found.field) && !isScale)) return false
    measureLines(draft, found.dataset.name)
    // Each sale has no one kind of trial: its amount would count for several.
    const [slot] = draft.measures
    const isSum = slot?.kind === 'metric' || (slot?.kind === 'field' && slot.function === 'sum')
    if (isSum && !reachesOne(draft.home, found.dataset.name, ontology)) return false
    draft.groups.push(groupOf(found.dataset, found.field, ontology))
    known.add(found.dataset.name)
    return true
  }
  if (one.mode === 'without') {
    // Every customer has a number: an order without one has no customer.
    if (found.field.isPrimaryKey && found.dataset.name !== ownerName(draft))
      return addLack(draft, found.dataset)
    // "Sales without VAT" are another amount, and not those of rows that have none.
    if (isMeasure(found.field) && measures.some(({ kind }) => kind !== 'count')) return false
    draft.filters.push({ key: `no ${found.field.name}`, condition: { kind: 'null', of } })
    return true
  }
  return scan.mentions.some((each) => each.kind === 'value' && Math.abs(each.at - one.at) === 1)
}

/** "damages by kind" where these rows have one text of few values: this, and not the kind of something far away. */
function onlyKindOf(draft: FrameDraft, { text }: Of<'field'>, nearest: FieldPlace | null): FieldPlace | null {
  const { home, known, ontology } = draft
  if (nearest === null || nearest.dataset.name === home || !/^(?:kind|type|sort)s?$/i.test(text)) return null
  const rows = ontology.datasets.find(({ name }) => name === home)
  if (rows === undefined || distance(home, nearest.dataset.name, ontology) < 2) return null
  const isNamed = known.has(nearest.dataset.name) && nearest.dataset !== draft.measured.head
  const [field, ...more] = visible(rows).filter((each) => isKind(each, rows, ontology))
  if (isNamed || field === undefined || more.length > 0) return null
  const says = `“${text}” is taken to mean ${field.label} of ${rows.label}.`
  draft.notes.push({ about: whatCounts, says, changesNumbers: true })
  return { dataset: rows, field }
}

function isKind(field: Field, rows: Dataset, ontology: FrameDraft['ontology']): boolean {
  const { type, role, label, statistics } = field
  if (type !== 'text' || role === 'identifier' || role === 'name') return false
  const isFewOf = statistics.distinct > 1 && statistics.distinct <= 20 && statistics.distinct * 3 <= rows.rows
  return isFewOf && !/\b(?:stat(?:us|e)|file|by)\b/i.test(label) && namedThing(rows, field, ontology) === null
}

/** "by severity": a number of few steps is a kind. */
function isFew({ isInteger, statistics }: Field): boolean {
  return isInteger && statistics.distinct <= 12
}

function ownerName({ measured, home }: FrameDraft): string {
  return measured.head?.name ?? home
}
