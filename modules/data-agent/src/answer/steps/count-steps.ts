import type { Condition, JoinTree, Ontology, Query } from '@quipu/query'
import { visibleText } from '@quipu/query'
import { restateCondition } from '@quipu/reading'
import { conjunctsOf, isGrouped } from '../query-facts.ts'
import type { Runner } from './runner.ts'
import { countOfRows, joinsFrom, measuredDatasets, rowQuery } from './row-query.ts'

export interface Step {
  /** The dataset whose rows are counted; null for rows of the answer. */
  readonly of: string | null
  readonly kind: 'rows' | 'join' | 'filter' | 'group' | 'having' | 'limit'
  readonly says: string
  /** The number of rows after it; null if it could not be counted. */
  readonly rows: number | null
}

interface Explained {
  readonly query: Query
  readonly tree: JoinTree
  readonly ontology: Ontology
  /** Of the answer. */
  readonly rowCount: number
}

const mostSteps = 40

/** How many rows are left after each join, each filter, the grouping and the cut. */
export async function countSteps(explained: Explained, runner: Runner): Promise<readonly Step[]> {
  const { query, tree, ontology } = explained
  const steps: Step[] = []
  for (const dataset of measuredDatasets(query, tree, ontology))
    steps.push(...(await stepsOf(dataset, explained, runner, mostSteps - steps.length)))
  return [...steps, ...(await groupSteps(explained, runner))]
}

async function stepsOf(
  dataset: string,
  { query, tree, ontology }: Explained,
  runner: Runner,
  most: number,
): Promise<readonly Step[]> {
  const joins = joinsFrom(dataset, query, tree, ontology)
  const filters = conjunctsOf(query.where)
  const count = async (joined: number, filtered: number): Promise<number | null> => {
    const rows = rowQuery(dataset, {
      outputs: [countOfRows(dataset)],
      conditions: filters.slice(0, filtered),
      joins: joins.slice(0, joined),
    })
    const [[cell = null] = []] = (await runner(rows))?.rows ?? []
    return cell === null ? null : Number(cell)
  }
  const steps: Step[] = [
    { of: dataset, kind: 'rows', says: `rows of ${visibleText(dataset)}`, rows: await count(0, 0) },
  ]
  for (const [index, { as, from, on = [], isPathOnly }] of joins.entries()) {
    if (steps.length >= most) return steps
    const pairs = on.map(({ field, own }) => `${from ?? dataset}.${field} = ${as}.${own}`).join(' and ')
    const kept = isPathOnly === true ? ', rows without one stay' : ''
    const says = visibleText(`with a row of ${as} (${pairs})${kept}`)
    steps.push({ of: dataset, kind: 'join', says, rows: await count(index + 1, 0) })
  }
  for (const [index, filter] of filters.entries()) {
    if (steps.length >= most) return steps
    const says = `where ${wordsOf(filter, ontology)}`
    steps.push({ of: dataset, kind: 'filter', says, rows: await count(joins.length, index + 1) })
  }
  return steps
}

async function groupSteps(
  { query, ontology, rowCount }: Explained,
  runner: Runner,
): Promise<readonly Step[]> {
  if (query.combine !== null) return []
  const whole = { ...query, orderBy: [], limit: null, limitPer: null }
  const steps: Step[] = []
  const isCut = query.limit !== null
  if (isGrouped(query)) {
    const isFinal = query.having === null && !isCut
    const groups = isFinal ? rowCount : (await runner({ ...whole, having: null }))?.rows.length
    const says = query.groupBy.length === 0 ? 'all rows together' : 'groups'
    steps.push({ of: null, kind: 'group', says, rows: groups ?? null })
  }
  if (query.having !== null) {
    const left = isCut ? (await runner(whole))?.rows.length : rowCount
    steps.push({
      of: null,
      kind: 'having',
      says: `with ${wordsOf(query.having, ontology)}`,
      rows: left ?? null,
    })
  }
  if (query.limit !== null) {
    const each = query.limitPer === null ? '' : ' of each group'
    steps.push({ of: null, kind: 'limit', says: `the first ${query.limit}${each}`, rows: rowCount })
  }
  return steps
}

function wordsOf(condition: Condition, ontology: Ontology): string {
  return visibleText(restateCondition(condition, ontology))
}
