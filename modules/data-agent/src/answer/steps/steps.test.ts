import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { planJoins, type Expression, type Ontology, type Query } from '@quipu/query'
import { readQuery } from '@quipu/reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopQueries } from '../../query-language/test-queries.ts'
import { plainContext, sampleShop } from '../../questions/test-shop.ts'
import { openSource } from '../../sources/opening/open-source.ts'
import { SourceRoots } from '../../sources/source-roots.ts'
import type { Source } from '../../sources/source.ts'
import { countSteps } from './count-steps.ts'
import { rowsBehind, type RowsBehind } from './rows-behind.ts'
import { runnerOn, type Runner } from './runner.ts'

let ontology: Ontology
let file: string
let source: Source
let runner: Runner
beforeAll(async () => {
  ;({ ontology, file } = await sampleShop())
  source = await openSource({ kind: 'sqlite', file }, { roots: new SourceRoots({ files: [file] }) })
  runner = runnerOn(source, ontology, plainContext, new AbortController().signal)
}, 120_000)
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  rmSync(dirname(file), { recursive: true })
})

function planned(query: unknown) {
  const read = readQuery(query, ontology, plainContext)
  const joins = planJoins(read, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return { query: read, tree: joins.trees.get(read)!, ontology }
}

/** The value to which the source rows of a plain count or sum must add up. */
function isPlain(expression: Expression): expression is Expression & { kind: 'aggregate' } {
  if (expression.kind !== 'aggregate' || expression.distinct) return false
  if (expression.function === 'count') return expression.of.kind === 'rows'
  return expression.function === 'sum' && expression.of.kind === 'field' && expression.each === undefined
}

const plainFigures = ({ outputs, combine }: Query) =>
  combine === null
    ? outputs.flatMap(({ expression }, column) => (isPlain(expression) ? [{ expression, column }] : []))
    : []

test.each(shopQueries)('[DA445] the rows behind a value add up to it: $says', async ({ query }) => {
  const explained = planned(query)
  for (const { expression, column } of plainFigures(explained.query)) {
    const found = await rowsBehind({ ...explained, row: 0, column }, runner, 10_000)
    expect(addedUp(expression, found)).toBeCloseTo(Number(found?.answerRow[column] ?? 0), 4)
  }
})

function addedUp(
  { of }: Expression & { kind: 'aggregate' },
  found: RowsBehind | undefined,
): number | undefined {
  if (of.kind !== 'field') return found?.total
  const at = found?.outputs.findIndex(
    (one) => one.expression.kind === 'field' && one.expression.field === of.field,
  )
  return found?.rows.reduce((total, row) => total + Number(row[at ?? -1] ?? 0), 0)
}

test.each(shopQueries)('[DA444] the steps of every query can be counted: $says', async ({ query }) => {
  const steps = await countSteps({ ...planned(query), rowCount: 1 }, runner)
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.filter(({ rows }) => rows === null)).toEqual([])
})
