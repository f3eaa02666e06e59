import type { Expression, Field, Query } from '@quipu/query'
import { expect, test } from 'vitest'
import type { ReadingContext } from '../plan/reading-context.ts'
import { readQuestion } from '../read-question.ts'
import { firstQuestion } from '../test-context.ts'
import { greenhouse } from '../test-greenhouse.ts'
import { namedAndUnused } from './named-and-unused.ts'

const context: ReadingContext = { ...firstQuestion, proceed: true }

function queryOf(question: string): Query {
  const plan = readQuestion(question, greenhouse, context)
  if (plan.status !== 'readings') throw new Error(plan.status)
  return plan.readings[0].query
}

/** What is said about the query of one question if another one was asked. */
function saidOf(read: string, asked: string): readonly string[] {
  return namedAndUnused(queryOf(read), greenhouse, asked).map(({ says }) => says)
}

test('[DR2151] a dataset that the question names and the answer does not look at is a warning', () => {
  expect(saidOf('number of growers', 'number of growers without waterings')).toEqual([
    'The question names waterings, and the answer does not look at them.',
  ])
  expect(saidOf('number of growers', 'number of growers')).toEqual([])
})

test('[DR2151] what each of the rows refers to may stay out', () => {
  expect(saidOf('number of waterings', 'number of waterings of the plants')).toEqual([])
})

test('[DR2152] things that are called new are those that began in the period, or there is a warning', () => {
  expect(saidOf('number of growers', 'number of new growers')).toEqual([
    'Which of the growers are new is not looked at.',
  ])
  expect(saidOf('number of growers hired in 2025', 'number of new growers in 2025')).toEqual([])
})

test('[DR2524] a time that is not measured by a date which the question names has a warning', () => {
  const waterings = greenhouse.datasets.find(({ name }) => name === 'waterings')
  const watered = waterings?.fields.find(({ name }) => name === 'watered_on')
  if (waterings === undefined || watered === undefined) throw new Error('The greenhouse has waterings.')
  const dated = (name: string): Field => ({ ...watered, name, label: name.replace('_', ' ') })
  const fields = [...waterings.fields, dated('ordered_on'), dated('collected_on')]
  const datasets = greenhouse.datasets.map((each) => (each === waterings ? { ...each, fields } : each))
  const of = (field: string): Expression => ({ kind: 'field', dataset: 'waterings', field })
  const [output] = queryOf('number of waterings').outputs
  if (output === undefined) throw new Error('It has a number.')
  const query: Query = {
    ...queryOf('number of waterings'),
    outputs: [
      { ...output, expression: { kind: 'span', from: of('ordered_on'), to: of('watered_on'), unit: 'day' } },
    ],
  }
  const said = (question: string): readonly string[] =>
    namedAndUnused(query, { ...greenhouse, datasets }, question).map(({ says }) => says)
  expect(said('how many days until waterings are collected')).toEqual([
    'The question names collected on, and the time is not measured by it.',
  ])
  expect(said('how many days from order to watering')).toEqual([])
})
