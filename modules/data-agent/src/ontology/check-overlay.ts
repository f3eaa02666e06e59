import type { Workers } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { MetricError, parseMetric } from '@quipu/query'
import type { ToVerify, Verdict } from './check-verified-task.ts'
import type { CheckableModel } from './check-verified.ts'
import type { OntologyModel } from './introspect.ts'
import { joinKey } from './join-key.ts'
import type { JoinEntry, Overlay } from './overlay-schema.ts'
import { runApart, type ApartOptions } from './run-apart.ts'

/**
 * Refuses entries that could never take effect. Existing entries are left alone: the database may have lost their
 * target, and may get it back.
 */
export async function checkOverlay(
  overlay: Overlay,
  before: Overlay,
  model: OntologyModel,
  apart: Apart,
): Promise<void> {
  const datasets = new Map(model.datasets.map(({ name, fields }) => [name, new Set(fields.map(nameOf))]))
  const earlier: Earlier = { joins: new Set(), names: new Set() }
  const joins = keysOf(before.joins)
  overlay.joins.forEach((join, place) => {
    if (!joins.has(keyOf(join))) checkJoin(join, `joins[${place}]`, earlier, datasets)
    earlier.joins.add(joinKey(join))
    if (join.name !== undefined) earlier.names.add(join.name)
  })
  const metrics = keysOf(before.metrics)
  overlay.metrics.forEach((metric, place) => {
    if (!metrics.has(keyOf(metric))) checkMetric(metric.expression, `metrics[${place}].expression`, model)
  })
  const verified = keysOf(before.verified)
  const statements = overlay.verified.flatMap((one, place) =>
    verified.has(keyOf(one)) ? [] : [{ path: `verified[${place}].sql`, sql: one.sql }],
  )
  if (statements.length > 0) await checkVerified({ statements, model: checkable(model, overlay) }, apart)
}

/** Where the SQL is checked, and for whom. */
type Apart = Pick<ApartOptions, 'signal' | 'scope'> & { readonly workers: Workers }

async function checkVerified(given: ToVerify, { workers, ...rest }: Apart): Promise<void> {
  const options = { ...rest, what: 'Checking the verified questions' }
  const verdict = await runApart<Verdict>(workers, checkVerifiedTask, given, options)
  if (verdict !== null) throw refusal(verdict.path, verdict.problem)
}

const checkVerifiedTask = new URL('./check-verified-task.ts', import.meta.url)

/** The parts of the model that a worker needs, without hidden items. */
function checkable({ dialect, datasets }: OntologyModel, overlay: Overlay): CheckableModel {
  const hidden = new Set(overlay.datasets.flatMap(({ dataset, isHidden }) => (isHidden ? [dataset] : [])))
  return {
    dialect,
    datasets: datasets
      .filter(({ name }) => !hidden.has(name))
      .map(({ path, fields }) => ({ path, fields: fields.map(({ column }) => ({ column })) })),
  }
}

/** Dataset → its fields. */
type Datasets = ReadonlyMap<string, ReadonlySet<string>>

interface Earlier {
  readonly joins: Set<string>
  readonly names: Set<string>
}

function checkJoin(join: JoinEntry, path: string, earlier: Earlier, datasets: Datasets): void {
  const { from, to, fromFields, toFields } = join
  checkFields(from, fromFields, `${path}.from`, datasets)
  checkFields(to, toFields, `${path}.to`, datasets)
  if (fromFields.length !== toFields.length)
    throw refusal(
      `${path}.toFields`,
      `has ${toFields.length} fields for ${fromFields.length}: name as many on both sides`,
    )
  if (earlier.joins.has(joinKey(join)))
    throw refusal(path, `says the same join of ${from} to ${to} a second time: keep one`)
  if (join.name !== undefined && earlier.names.has(join.name))
    throw refusal(`${path}.name`, `is taken by another join, ${join.name}: choose another name`)
}

function checkFields(name: string, fields: readonly string[], path: string, datasets: Datasets): void {
  const known = datasets.get(name)
  if (known === undefined) throw refusal(path, `there is no dataset ${name}`)
  fields.forEach((field, place) => {
    if (!known.has(field))
      throw refusal(`${path}Fields[${place}]`, `the dataset ${name} has no field ${field}`)
  })
}

function checkMetric(expression: string, path: string, model: OntologyModel): void {
  try {
    parseMetric(expression, model)
  } catch (cause) {
    if (cause instanceof MetricError) throw refusal(path, cause.message, cause)
    throw cause
  }
}

function refusal(path: string, reason: string, cause?: unknown): ToolError {
  return new ToolError('VALIDATION_ERROR', `${path}: ${reason.replace(/\.$/, '')}`, { path }, { cause })
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

function keysOf(entries: readonly object[]): ReadonlySet<string> {
  return new Set(entries.map(keyOf))
}

/** Equal for equal entries: the store may return their keys in another order. */
function keyOf(entry: object): string {
  return JSON.stringify(Object.entries(entry).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
