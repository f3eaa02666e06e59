import type { Json, JsonObject } from '@quipu/kit'
import type { Value } from './column.ts'
import { Level } from './compare-values.ts'
import type { FieldKind } from './field-kind.ts'
import { expectations, fieldWeight, probabilityOf, weightsOf } from './model.ts'
import { automaticThreshold, suggestionThreshold } from './resolve-records.ts'
import { Comparer, tableOf, type Table } from './table.ts'
import { normalText } from './text-similarity.ts'

/** The parts of an entity that are compared. */
export interface ComparedEntity {
  readonly entity_id: string
  readonly fields: JsonObject
}

export interface PossibleDuplicate {
  readonly entity_id: string
  /** From 0 to 1. */
  readonly probability: number
  /** Sure enough for an automatic merge: probable, no field differs, and no other candidate is as good. */
  readonly isSure: boolean
  /** The weight of each field in bits: 3 means that the agreement is 8 times as likely for duplicates. */
  readonly why: readonly { readonly field: string; readonly weight: number }[]
}

/** What is known about the fields of a type beyond their values. */
export interface FieldHints {
  /** Fields of something else that many entities share. */
  readonly ofOthers: ReadonlySet<string>
  /** Days and amounts that belong to the name. */
  readonly telling: ReadonlySet<string>
}

/**
 * Which candidates may be the same as the entity, the most probable first. There are too few of them to learn from, so
 * every field has the prior weight of its kind. `population`: the number of entities it could be confused with.
 */
export function possibleDuplicates(
  entity: ComparedEntity,
  candidates: readonly ComparedEntity[],
  { population = 10_000, hints }: { readonly population?: number; readonly hints?: FieldHints } = {},
): readonly PossibleDuplicate[] {
  const others = candidates.filter(({ entity_id }) => entity_id !== entity.entity_id)
  const scoreOf = scorerOf([entity, ...others], population, hints ?? noHints)
  const scored = others.map(({ entity_id }, at) => ({ entity_id, ...scoreOf(0, at + 1) }))
  const sure = scored.flatMap(({ isSure }, at) => (isSure ? [at + 1] : []))
  // If the entity equals two different candidates, it is unknown which one it is.
  const isClear =
    sure.length <= mostSure && sure.every((a, at) => sure.slice(at + 1).every((b) => scoreOf(a, b).isSure))
  return scored
    .filter(({ probability }) => probability >= suggestionThreshold)
    .map((found) => ({ ...found, isSure: found.isSure && isClear }))
    .toSorted((a, b) => b.probability - a.probability || (a.entity_id < b.entity_id ? -1 : 1))
}

const mostSure = 20

type Score = Omit<PossibleDuplicate, 'entity_id'>

const noHints: FieldHints = { ofOthers: new Set(), telling: new Set() }

function scorerOf(
  entities: readonly ComparedEntity[],
  population: number,
  hints: FieldHints,
): (a: number, b: number) => Score {
  const table = tableOf(entities.map(entryOf))
  const comparer = new Comparer(table)
  const weights = weightsOf(expectedModel(table, population, hints))
  return (a, b) => {
    const levels = new Uint8Array(table.columns.length)
    comparer.compare(a, b, levels)
    const telling = [...hints.telling].filter((field) => isOther(entities[a]!, entities[b]!, field))
    const compared = table.columns.map((column, at) => ({
      field: column.field,
      weight:
        isCounted(column) && levels[at]! > Level.exact
          ? otherNumber
          : fieldWeight(weights, column, at, levels[at]!, a, b),
    }))
    const said = [
      ...compared.filter(({ field }) => !telling.includes(field)),
      ...telling.map((field) => ({ field, weight: otherDayOrAmount })),
    ]
    const probability = probabilityOf(said.reduce((sum, { weight }) => sum + weight, weights.prior))
    const isSure = probability >= automaticThreshold && said.every(({ weight }) => weight > against)
    const why = said
      .filter(({ weight }) => weight !== 0)
      .map(({ field, weight }) => ({ field, weight: Math.round((weight / Math.LN2) * 100) / 100 }))
      .toSorted((x, y) => Math.abs(y.weight) - Math.abs(x.weight) || (x.field < y.field ? -1 : 1))
    return { probability, isSure, why }
  }
}

/** Numbers of documents count up: 2026-17 and 2026-18 are neighbours, not two spellings of one number. */
function isCounted({ field, kind }: Table['columns'][number]): boolean {
  return kind === 'code' && normalText(field).split(' ').at(-1) === 'number'
}

/** Ten bits against: a thousandth of the numbers of one document are read in two ways. */
const otherNumber = -10 * Math.LN2

/** Nothing outweighs it: payments and documents that recur are equal but for their days, or their amounts. */
const otherDayOrAmount = -60 * Math.LN2

function isOther(a: ComparedEntity, b: ComparedEntity, field: string): boolean {
  const [one, other] = [textsOf(a.fields[field]), textsOf(b.fields[field])]
  return one.length > 0 && other.length > 0 && one.join() !== other.join()
}

/** A field that differs. Recurring payments share all fields except one, and are not the same. */
const against = -2

function expectedModel({ columns }: Table, population: number, { ofOthers }: FieldHints) {
  return {
    prior: 1 / Math.max(2, population),
    fields: columns.map(({ field, kind, values }) => {
      const accidents = Float64Array.from(values, (value) =>
        ofOthers.has(field) ? shared : accidentOf(field, kind, value),
      )
      const { matches, others } = expectations[kind]
      // With few possible values, many are similar.
      const near = Math.min(0.3, 3 * Math.max(...accidents))
      return { matches, others: others.map((share) => Math.max(share, near)), accidents }
    }),
  }
}

/** The chance that another entity has the same value of a field that has few different ones. */
const shared = 0.2

/** The chance that another entity has this value, estimated from its form. */
function accidentOf(field: string, kind: FieldKind, value: Value): number {
  if (isCategory(field)) return shared
  if (kind === 'name')
    return ([0.01, 0.001, 0.0003][value.tokens.length - 1] ?? 0.0003) * (value.compact.length <= 3 ? 10 : 1)
  if (kind === 'code' || kind === 'number') return Math.max(10 ** (-value.compact.length / 1.5), 0.0002)
  return expectations[kind].others[1]!
}

/** Whether a field has few different values. */
export function isCategory(field: string): boolean {
  return normalText(field)
    .split(' ')
    .some((word) => categoryNames.has(word))
}

const categoryNames = new Set(
  (
    'status state type kind category class currency country region city town language locale gender sex role unit ' +
    'method priority tag tags venue year'
  ).split(' '),
)

function entryOf({ fields }: ComparedEntity) {
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textsOf(value)])),
  }
}

/** Texts, numbers and lists of them. Nested objects are not compared. */
function textsOf(value: Json | undefined): readonly string[] {
  if (Array.isArray(value))
    return value.slice(0, 20).flatMap((item) => (Array.isArray(item) ? [] : textsOf(item)))
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}
