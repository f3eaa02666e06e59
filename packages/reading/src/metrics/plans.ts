import type { Dataset } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** Rows with a first and a last day that say on which weekday or how often something is due: a plan, and no sale. */
export function isPlan(dataset: Dataset): boolean {
  const fields = visible(dataset)
  const has = (pattern: RegExp): boolean =>
    fields.some((field) => isMoment(field) && pattern.test(field.label))
  const isRepeated = fields.some(
    (field) =>
      !isMoment(field) &&
      /\b(?:week ?days?|days? of (?:the )?week|interval|frequency|every|recurrence|repeats?|rhythm|cadence)\b/i.test(
        field.label,
      ),
  )
  return isRepeated && has(/\b(?:from|start|starts|begin|begins|first|since)\b/i) && has(lastDay)
}

const lastDay = /\b(?:to|until|till|end|ends|last|stop|stopped|through)\b/i

/** Rows whose quantity is above zero for what came and below zero for what went, without a price of their own. */
export function isMovement(dataset: Dataset): boolean {
  const measures = visible(dataset).filter(isMeasure)
  const isSigned = measures.some(
    ({ label, statistics }) =>
      /\b(?:quantity|qty|units?|pieces|change|delta)\b/i.test(label) &&
      Number(statistics.min) < 0 &&
      Number(statistics.max) > 0,
  )
  return (
    isSigned && !measures.some(({ label }) => /\b(?:price|amount|total|revenue|net|gross)\b/i.test(label))
  )
}

/** Subscriptions, contracts and other things that run for a time. */
export function isLasting({ label }: Dataset): boolean {
  return nameWords(label).some((word) => lasting.has(word))
}

const lasting: ReadonlySet<string> = new Set(
  'subscription contract membership lease tenancy policy plan'.split(' '),
)
