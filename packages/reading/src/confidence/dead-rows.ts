import {
  partsOfExpression,
  type Condition,
  type Dataset,
  type Expression,
  type Field,
  type Ontology,
  type Query,
} from '@quipu/query'
import { notDead } from '../business/not-dead.ts'
import { takesPlace } from '../business/took-place.ts'
import { isOfAgreed } from '../frames/held-rows.ts'
import { active } from '../frames/states.ts'
import { and } from '../interpret/builder.ts'
import { isMeasure, isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { isMoney } from '../lexicon/money-fields.ts'
import { deadFlag, deadStates, stateField } from '../metrics/not-sold.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { traitsOf } from './query-traits.ts'

/** Leaves rows that were cancelled or never valid out of sums of money, and says so; says where others are included. */
export function withDeadRows(reading: Reading, ontology: Ontology, question: string): Reading {
  const left = leftOut(reading.query, ontology, question)
  const query = left === null ? reading.query : { ...reading.query, where: left.where }
  const dead = left === null ? deadRowsIn(query, ontology, question) : [left.note]
  return { ...reading, query, assumptions: [...reading.assumptions, ...dead] }
}

/** The condition that leaves out dead rows where money of one dataset alone is added up or averaged. Null where it may not be meant. */
function leftOut(
  query: Query,
  ontology: Ontology,
  question: string,
): { readonly where: Condition | null; readonly note: Assumption } | null {
  if (anyState.test(question) || query.combine !== null || query.appearances.length > 0) return null
  const figures = query.outputs.filter(({ expression }) => isFigure(expression))
  const [only, ...more] = new Set(
    figures.flatMap(({ expression }) => summedIn(expression, ontology, isMoney)),
  )
  const dataset = ontology.datasets.find(({ name }) => name === only)
  // What is divided by a number of rows would be divided by fewer.
  const isAlone = figures.every(
    ({ expression }) => expression.kind === 'aggregate' && summedIn(expression, ontology, isMoney).length > 0,
  )
  if (dataset === undefined || more.length > 0 || !isAlone) return null
  const found = stateField(dataset, deadStates, ontology)
  if (found === null || traitsOf(query).fields.has(`${found.dataset.name}.${found.field.name}`)) return null
  const alive = notDead(dataset, ontology)
  const says = `Without ${dataset.label} whose ${found.field.label} is ${found.values.join(' or ')}.`
  const where = and([...(query.where === null ? [] : [query.where]), ...alive])
  return { where, note: { about: 'what counts', says, changesNumbers: false } }
}

/** The question is about all rows, or about what became of them. */
const anyState =
  /\b(?:all|cancel\w*|void\w*|reject\w*|declin\w*|fail\w*|refund\w*|revers\w*|bounc\w*|drafts?|status|states?|outcomes?|results?)\b/i

function isFigure(expression: Expression): boolean {
  return expression.kind === 'aggregate' || partsOfExpression(expression).some(isFigure)
}

/**
 * Says that a total or an average includes rows that were cancelled or never valid, where no condition is on their state; also a
 * number of rows for each of those who did something.
 */
function deadRowsIn(query: Query, ontology: Ontology, question: string): readonly Assumption[] {
  const { fields } = traitsOf(query)
  const isDone = query.groupBy.length > 0 && /\bdid\b/i.test(question)
  const isOfHeld = !isOfAgreed(question)
  const gone = goneRows(query, ontology, question)
  if (gone !== null) return [gone]
  const takes = (name: string): boolean =>
    ontology.datasets.some((each) => each.name === name && takesPlace(each, ontology))
  const summed = new Set(
    query.outputs.flatMap(({ expression }) => [
      ...summedIn(expression, ontology),
      ...countedIn(expression).filter((name) => isDone || (isOfHeld && takes(name))),
    ]),
  )
  return ontology.datasets
    .filter(({ name }) => summed.has(name))
    .flatMap((dataset): readonly Assumption[] => {
      const flag = deadFlag(dataset)
      if (flag !== null && !fields.has(`${dataset.name}.${flag.name}`)) {
        const says = `Includes ${dataset.label} that are marked as ${flag.label}.`
        return [{ about: 'rows included', says, changesNumbers: true }]
      }
      const found = stateField(dataset, deadStates, ontology)
      const undone = found === null ? undoneMoment(dataset) : null
      if (undone !== null && !fields.has(`${dataset.name}.${undone.name}`)) {
        const says = `Includes ${dataset.label} that have a date in ${undone.label}.`
        return [{ about: 'rows included', says, changesNumbers: true }]
      }
      if (found === null || fields.has(`${found.dataset.name}.${found.field.name}`)) return []
      const says = `Includes ${dataset.label} whose ${found.field.label} is ${found.values.join(' or ')}.`
      return [{ about: 'rows included', says, changesNumbers: true }]
    })
}

const have = /\b(?:do|have) we (?:currently |still |now |actually )?(?:have|got)\b/i

/** Those who have left, where those that we have are counted, at no certain time. */
function goneRows(query: Query, ontology: Ontology, question: string): Assumption | null {
  if (!have.test(question) || JSON.stringify(query.where).includes('"kind":"during"')) return null
  const counted = new Set(query.outputs.flatMap(({ expression }) => countedIn(expression)))
  const dataset = ontology.datasets.find(({ name }) => counted.has(name))
  const condition = dataset === undefined || !isPeople(dataset) ? null : active(dataset, ontology)
  if (dataset === undefined || condition === null) return null
  const { fields } = traitsOf(query)
  const telling = [...traitsOf(condition).fields]
  if (telling.some((one) => fields.has(one))) return null
  const labels = dataset.fields.filter(({ name }) => telling.includes(`${dataset.name}.${name}`))
  const says = `Includes ${dataset.label} that are no longer active by ${labels.map(({ label }) => label).join(', ')}.`
  return { about: 'rows included', says, changesNumbers: true }
}

/** A date that is set when the row is undone, such as `refunded_on`. */
function undoneMoment(dataset: Dataset): Field | null {
  const isUndone = (field: Field): boolean =>
    isMoment(field) &&
    field.statistics.nulls > 0 &&
    field.statistics.nulls < dataset.rows &&
    /\b(?:refunded|cancell?ed|voided|reversed|deleted)\b/i.test(field.label)
  return visible(dataset).find(isUndone) ?? null
}

/** The datasets whose measures are added up or averaged. */
function summedIn(
  expression: Expression,
  ontology: Ontology,
  isMeant: (field: Field) => boolean = isMeasure,
): readonly string[] {
  if (expression.kind !== 'aggregate')
    return partsOfExpression(expression).flatMap((each) => summedIn(each, ontology, isMeant))
  const { of } = expression
  if (of.kind !== 'field' || (expression.function !== 'sum' && expression.function !== 'avg')) return []
  const dataset = ontology.datasets.find(({ name }) => name === of.dataset)
  const field = dataset?.fields.find(({ name }) => name === of.field)
  return field !== undefined && isMeant(field) ? [of.dataset] : []
}

function countedIn(expression: Expression): readonly string[] {
  if (expression.kind !== 'aggregate') return partsOfExpression(expression).flatMap(countedIn)
  return expression.function === 'count' && expression.of.kind === 'rows' ? [expression.of.dataset] : []
}
