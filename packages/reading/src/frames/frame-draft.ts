import type { Condition, Dataset, Field, FieldRef, Ontology } from '@quipu/query'
import { inZone } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { outstanding } from '../metrics/owed.ts'
import { hoursWorked } from '../metrics/work-metrics.ts'
import type { FilterSlot, Frame, GroupSlot, MeasureSlot, Note, TimeSlot } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { datasetOf } from './build-frame.ts'
import type { Measured } from './measured.ts'
import { homeOf, momentOf } from '../business/moments.ts'
import type { TimeMention } from '../time/time-mention.ts'
import type { Mention, Scan } from './scan.ts'

export type Of<Kind extends Mention['kind']> = Extract<Mention, { kind: Kind }>

/** A frame while its slots are filled. */
export interface FrameDraft {
  readonly scan: Scan
  readonly measured: Measured
  readonly ontology: Ontology
  readonly today: string
  /** The frame that a follow-up changes. */
  readonly base: Frame | null
  measures: readonly MeasureSlot[]
  readonly groups: GroupSlot[]
  readonly filters: FilterSlot[]
  readonly notes: Note[]
  /** Mentions that have found no place yet. */
  readonly left: Set<Mention>
  /** Datasets that the question names: words beside them mean their fields. */
  readonly known: Set<string>
  /** The dataset whose rows are measured or listed. */
  home: string
  moment: FieldRef | null
  time: TimeSlot | null
  against: TimeSlot | null
  /** The period is a condition on related rows. */
  isTimeUsed: boolean
  /** "on Saturdays": parts of time that come again. */
  readonly recurring: TimeMention[]
  /** What a list shows beside the names of its rows. */
  readonly also: FieldRef[]
}

export function draftFrame(
  scan: Scan,
  measured: Measured,
  ontology: Ontology,
  context: ReadingContext,
  base: Frame | null,
): FrameDraft {
  const [slot] = measured.measures
  const home =
    slot === undefined
      ? null
      : slot.kind === 'metric' || slot.kind === 'portion'
        ? homeOf(slot.name, ontology)
        : datasetOf(slot)
  const known = (base?.groups ?? []).flatMap((one) =>
    one.kind === 'thing' ? [one.dataset] : one.kind === 'field' ? [one.field.dataset] : [],
  )
  return {
    scan,
    measured,
    ontology,
    base,
    today: inZone(context.now, context.timeZone).slice(0, 10),
    measures: measured.measures,
    groups: [...(measured.groups ?? [])],
    filters: [...(measured.filters ?? [])],
    notes: [...(measured.notes ?? [])],
    left: new Set(scan.mentions.filter((one) => !measured.used.has(one))),
    known: new Set(measured.head === null ? known : [...known, measured.head.name]),
    home: home ?? measured.head?.name ?? '',
    moment: measured.moment ?? null,
    time: null,
    against: null,
    isTimeUsed: false,
    recurring: [],
    also: [...(measured.also ?? [])],
  }
}

/** The mentions of one kind that have found no place yet. */
export function leftOf<Kind extends Mention['kind']>(draft: FrameDraft, kind: Kind): readonly Of<Kind>[] {
  return Array.from(draft.left).filter((one): one is Of<Kind> => one.kind === kind)
}

export function isNegated({ mode }: Mention): boolean {
  return mode === 'not' || mode === 'without'
}

/** The dataset that states and events describe: what is listed or counted. */
export function ownerOf({ measures, measured, ontology }: FrameDraft): Dataset | null {
  const [slot] = measures
  // What is outstanding may be late, and hours may wait for somebody's approval.
  const isOfRows = slot?.kind === 'metric' && (slot.name === outstanding || slot.name === hoursWorked)
  const owed = isOfRows ? homeOf(slot.name, ontology) : null
  const name =
    measured.head?.name ??
    owed ??
    (slot === undefined || slot.kind === 'metric' || slot.kind === 'mean' || slot.kind === 'portion'
      ? null
      : datasetOf(slot))
  return ontology.datasets.find((each) => each.name === name) ?? null
}

export function isCounted({ measures }: FrameDraft, { name }: Dataset): boolean {
  return measures.some((one) => one.kind === 'count' && one.dataset === name)
}

/** Whether rows are listed or counted, rather than amounts added up. */
export function isOfRows(draft: FrameDraft): boolean {
  const owner = ownerOf(draft)
  return draft.measures.length === 0 || (owner !== null && isCounted(draft, owner))
}

/** The period as a condition on related rows. Empty without a period. */
export function takeTime(draft: FrameDraft, dataset: Dataset, field?: Field): readonly Condition[] {
  const moment =
    draft.time === null
      ? null
      : field === undefined
        ? momentOf(dataset.name, draft.ontology)
        : fieldOf(dataset, field)
  if (draft.time === null || moment === null) return []
  draft.isTimeUsed = true
  return [{ kind: 'during', of: moment, ...draft.time }]
}

export function addFilter(draft: FrameDraft, key: string, condition: Condition, isNot: boolean): void {
  const added: Condition = isNot ? { kind: 'not', of: condition } : condition
  const isSame = draft.filters.some(
    (one) => one.key === key && JSON.stringify(one.condition) === JSON.stringify(added),
  )
  if (!isSame) draft.filters.push({ key, condition: added })
}
