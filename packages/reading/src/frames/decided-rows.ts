import type { Condition, Dataset, Field, FieldRef, Ontology } from '@quipu/query'
import { deadStates, missedStates, unsoldStates } from '../metrics/not-sold.ts'
import { and } from '../interpret/builder.ts'
import type { Frame, Note } from '../plan/frame.ts'

/** What a note is about that says which rows have an outcome. */
export const whatIsDecided = 'what is decided'
const key = 'of those decided'
const good =
  'passed, pass, won, win, accepted, approved, successful, success, succeeded, converted, delivered, granted, signed, hired, admitted'.split(
    ', ',
  )
const bad =
  'failed, fail, failure, lost, rejected, declined, refused, denied, unsuccessful, turned down, not delivered, undelivered'.split(
    ', ',
  )
const judged: ReadonlySet<string> = new Set(bad)
const undecided: readonly string[] = [
  ...deadStates.filter((state) => !judged.has(state)),
  ...missedStates,
  ...'open, pending, waiting, awaiting, awaiting result, in progress, in transit, on the way, ongoing, sent, submitted, requested, new, booked, planned, scheduled, under review, undecided, not decided, unknown, tba, tbc, to follow'.split(
    ', ',
  ),
]
const named: ReadonlySet<string> = new Set([
  ...unsoldStates.filter((one) => !judged.has(one)),
  ...missedStates,
])

/** A part with one outcome is that of the rows that have an outcome. The answer says which do not count. */
export function decidedOnly(frame: Frame, ontology: Ontology): Frame {
  const [slot] = frame.measures
  const rate = frame.measures.find((one) => one.kind === 'rate' && one.of !== 'count')
  if (slot?.kind !== 'rate' || rate?.kind !== 'rate' || frame.filters.some((one) => one.key === key))
    return frame
  const judgement = judgementIn(rate.condition, ontology)
  if (judgement === null) return frame
  const { of, dataset, field } = judgement
  const valuesOf = (states: readonly string[]): readonly string[] => [
    ...new Set(
      states
        .flatMap((state) => ontology.values.exact(state))
        .filter((one) => one.dataset === dataset.name && one.field === field.name)
        .map(({ value }) => value),
    ),
  ]
  const isOutcome =
    (valuesOf(good).length > 0 && valuesOf(bad).length > 0) ||
    (/\b(?:result|outcome|decision|verdict)$/i.test(field.label) && valuesOf([...good, ...bad]).length > 0)
  const { nulls } = field.statistics
  if (!isOutcome) return nulls * 100 > dataset.rows ? withNote(frame, emptyNote(dataset, field)) : frame
  const open = valuesOf(undecided)
  const isOpen: readonly Condition[] = [
    ...(nulls > 0 ? [{ kind: 'null', of } as const] : []),
    ...(open.length > 0 ? [{ kind: 'in', of, values: open } as const] : []),
  ]
  const condition = and(isOpen.map((one): Condition => ({ kind: 'not', of: one })))
  if (condition === null) return frame
  const left = [...(nulls > 0 ? ['empty'] : []), ...open].join(', ')
  const says = `Of ${dataset.label} that have an outcome: those whose ${field.label} is ${left} do not count.`
  const added = withNote(frame, { about: whatIsDecided, says, changesNumbers: false })
  return { ...added, filters: [...frame.filters, { key, condition }] }
}

function withNote(frame: Frame, note: Note): Frame {
  const isSaid = frame.notes.some(({ says }) => says === note.says)
  return isSaid ? frame : { ...frame, notes: [...frame.notes, note] }
}

function emptyNote(dataset: Dataset, field: Field): Note {
  const says = `${field.statistics.nulls} of all ${dataset.rows} ${dataset.label} have no ${field.label}; they are part of the whole.`
  return { about: whatIsDecided, says, changesNumbers: true }
}

/** The field whose value a part has. Null where it is a state of what did not take place: all rows are the whole of these. */
function judgementIn(
  condition: Condition,
  { datasets }: Ontology,
): { readonly of: FieldRef; readonly dataset: Dataset; readonly field: Field } | null {
  const found =
    condition.kind === 'compare' && condition.operator === '=' && condition.left.kind === 'field'
      ? { of: condition.left, values: condition.right.kind === 'literal' ? [condition.right.value] : [] }
      : condition.kind === 'in' && condition.of.kind === 'field'
        ? { of: condition.of, values: condition.values }
        : null
  if (found === null || found.values.length === 0) return null
  const isNamed = (value: unknown): boolean =>
    typeof value !== 'string' ||
    named.has(value.toLowerCase().replaceAll(/[_-]/g, ' ')) ||
    undecided.includes(value.toLowerCase())
  if (found.values.some(isNamed)) return null
  const { of } = found
  const dataset = datasets.find(({ name }) => name === of.dataset)
  const field = dataset?.fields.find(({ name }) => name === of.field)
  return dataset === undefined || field === undefined || field.type !== 'text' ? null : { of, dataset, field }
}
