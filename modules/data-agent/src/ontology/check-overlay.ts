import { isDeepStrictEqual } from 'node:util'
import { ToolError } from '@quipu/kit'
import { MetricError, parseMetric } from '@quipu/query'
import type { OntologyModel } from './introspect.ts'
import type { JoinEntry, Overlay } from './overlay-schema.ts'
import { isSameJoin } from './overlay.ts'

/**
 * Refuses what could never take effect. Entries that were there before are let be: the database may have lost what
 * they speak of, and may get it back.
 */
export function checkOverlay(overlay: Overlay, before: Overlay, model: OntologyModel): void {
  const isNew = (entry: unknown, known: readonly unknown[]) =>
    !known.some((other) => isDeepStrictEqual(entry, other))
  overlay.joins.forEach((join, place) => {
    const earlier = overlay.joins.slice(0, place)
    if (isNew(join, before.joins)) checkJoin(join, `joins[${place}]`, earlier, model)
  })
  overlay.metrics.forEach((metric, place) => {
    if (isNew(metric, before.metrics)) checkMetric(metric.expression, `metrics[${place}].expression`, model)
  })
}

function checkJoin(join: JoinEntry, path: string, earlier: readonly JoinEntry[], model: OntologyModel): void {
  const { from, to, fromFields, toFields } = join
  checkFields(from, fromFields, `${path}.from`, model)
  checkFields(to, toFields, `${path}.to`, model)
  if (fromFields.length !== toFields.length)
    throw refusal(
      `${path}.toFields`,
      `has ${toFields.length} fields for ${fromFields.length}: name as many on both sides`,
    )
  if (earlier.some((other) => isSameJoin(other, join)))
    throw refusal(path, `says the same join of ${from} to ${to} a second time: keep one`)
  if (join.name !== undefined && earlier.some(({ name }) => name === join.name))
    throw refusal(`${path}.name`, `is taken by another join, ${join.name}: choose another name`)
}

function checkFields(name: string, fields: readonly string[], path: string, model: OntologyModel): void {
  const dataset = model.datasets.find((one) => one.name === name)
  if (dataset === undefined) throw refusal(path, `there is no dataset ${name}`)
  fields.forEach((field, place) => {
    if (!dataset.fields.some((one) => one.name === field))
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
