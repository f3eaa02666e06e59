import type { Dataset, Field, FieldRef, Metric, Ontology } from '@quipu/query'
import { field as fieldRef } from '../interpret/builder.ts'
import { isMeasure, mainMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { measureNamed } from '../metrics/field-finder.ts'
import type { FilterSlot, GroupSlot, MeasureSlot, Note } from '../plan/frame.ts'
import { businessOf } from '../business/business.ts'
import type { Mention, Scan } from './scan.ts'

export type Of<Kind extends Mention['kind']> = Extract<Mention, { kind: Kind }>

/** What a question measures, and the things that it is about. */
export interface Measured {
  /** Empty for a list of rows. */
  readonly measures: readonly MeasureSlot[]
  /** The thing whose rows are listed, counted or ranked. */
  readonly head: Dataset | null
  /** Mentions that the measure has used up. */
  readonly used: ReadonlySet<Mention>
  /** Conditions that the measure itself means, and what it is divided by. Default: none. */
  readonly filters?: readonly FilterSlot[]
  readonly groups?: readonly GroupSlot[]
  /** The date that a period refers to, where it is another than that of the rows. Default: none. */
  readonly moment?: FieldRef
  /** What a list shows beside the names of its rows. Default: nothing. */
  readonly also?: readonly FieldRef[]
  /** What the measure assumes. Default: nothing. */
  readonly notes?: readonly Note[]
  /** "Owed": narrowed to what is not paid. */
  readonly isOwed: boolean
  /** The grammar would read these words otherwise, and wrongly. Default: false. */
  readonly isBusiness?: boolean
}

export interface Asked {
  readonly scan: Scan
  readonly ontology: Ontology
  /** Things that are not grouped by, lacking or beside a value that they qualify. */
  readonly things: readonly Of<'thing'>[]
  readonly metric: (name: string) => Metric | null
}

/** Mentions that say what the answer is divided by or lacks. */
export const aside: ReadonlySet<string> = new Set(['by', 'without', 'not'])

export function mentionsOf<Kind extends Mention['kind']>(scan: Scan, kind: Kind): readonly Of<Kind>[] {
  return scan.mentions.filter((one): one is Of<Kind> => one.kind === kind)
}

export function measured(
  measures: readonly MeasureSlot[],
  head: Dataset | null,
  used: readonly Mention[],
  isOwed = false,
): Measured {
  return { measures, head, used: new Set(used), isOwed }
}

/** Goes before what the grammar makes of the question. */
export function asBusiness(found: Measured): Measured {
  return { ...found, isBusiness: true }
}

export function metricSlot({ name }: Metric): MeasureSlot {
  return { kind: 'metric', name }
}

export function staffOf(ontology: Ontology): Dataset | null {
  return businessOf(ontology).partyNamed('employee') ?? named('employee', ontology)
}

/** What a business pays to others. */
export function isPaidOut(field: Field): boolean {
  return nameWords(field.label).some((word) =>
    /^(?:fee|wage|salary|pay|commission|cost|honorarium)$/.test(word),
  )
}

export function buyerOf(ontology: Ontology): Dataset | null {
  return businessOf(ontology).partyNamed('customer') ?? named('customer', ontology)
}

function named(word: string, { datasets }: Ontology): Dataset | null {
  return datasets.find(({ label, isHidden }) => !isHidden && nameWords(label).join(' ') === word) ?? null
}

/** Fractions and prices of one piece are not added up. */
export function isRate(label: string): boolean {
  return /\b(?:rate|percent|percentage|ratio|unit|share|score|rating|satisfaction|price)\b/i.test(label)
}

/** What has to be paid for a row: with tax, where there is an amount with and one without. */
export function owedSum(dataset: Dataset): MeasureSlot | null {
  const gross = measureNamed(dataset, [['gross']], new Set(['tax', 'vat', 'unit', 'discount']))
  const hasNet = visible(dataset).some((field) => isMeasure(field) && /\bnet\b/i.test(field.label))
  return gross !== null && hasNet
    ? { kind: 'field', field: fieldRef(dataset, gross), function: 'sum' }
    : mainAmount(dataset)
}

export function mainAmount(dataset: Dataset): MeasureSlot | null {
  const groups = [
    'grand total',
    'total amount',
    'total',
    'gross amount',
    'net amount',
    'amount',
    'billed',
    'charged',
    'invoiced',
    'value',
    'gross',
    'net',
  ].map((words) => words.split(' '))
  const field =
    measureNamed(dataset, groups, new Set(['tax', 'discount', 'shipping', 'unit', 'paid', 'sub'])) ??
    mainMeasure(dataset)
  if (field === null || isRate(field.label)) return null
  return { kind: 'field', field: fieldRef(dataset, field), function: 'sum' }
}
