import { buildSql, planJoins, type Ontology } from '@quipu/query'
import { readQuestion, type Reading, type ReadingContext } from '@quipu/reading'
import { expect, test } from 'vitest'
import { ropeExport, sawmill, tentHire } from './test-money-owed.ts'
import { twoTills } from './test-money-returned.ts'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const now = new Date('2026-06-15T12:00:00Z')

function read(
  question: string,
  { ontology }: SmallDatabase,
  previous: ReadingContext['previous'],
): Reading | null {
  const plan = readQuestion(question, ontology, { ...plainContext, now, previous })
  return plan.status === 'readings' ? plan.readings[0] : null
}

function figures({ query }: Reading, { ontology, run }: SmallDatabase): readonly number[] {
  const joins = planJoins(query, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  const { inlined } = buildSql(query, joins, ontology, { now, timeZone: 'UTC' })
  return run(inlined).map((row) => Number(row.at(-1)))
}

/** Texts of the rows that a metric adds up, and of the sales that these belong to, by which it can be divided. */
function groupsOf(expression: string, { datasets }: Ontology): readonly string[] {
  return datasets
    .filter(({ name }) => expression.includes(`${name}.`) || expression.includes(`"${name}".`))
    .flatMap(({ fields }) => fields)
    .filter(
      ({ type, role, statistics }) => type === 'text' && role === 'dimension' && statistics.distinct <= 6,
    )
    .map(({ label }) => label)
}

const cents = (sum: number): number => Math.round(sum * 100) / 100

test.each([
  ['sawmill', sawmill],
  ['tent hire', tentHire],
  ['rope export', ropeExport],
  ['two tills', twoTills],
])('[DR2280] the parts of every figure add up to the whole: %s', async (_, script) => {
  using database = await openSmallDatabase(script, { now })
  let compared = 0
  for (const { name, label, expression } of database.ontology.metrics) {
    if (!expression.startsWith('sum(') || /margin|average/.test(name)) continue
    const question = `total ${label} this year`
    const whole = read(question, database, null)
    if (whole === null) continue
    const [sum = 0] = figures(whole, database)
    for (const group of groupsOf(expression, database.ontology)) {
      const alone = read(`${label} this year by ${group}`, database, null)
      const after = read(`split that by ${group}`, database, { question, reading: whole })
      for (const parts of [alone, after]) {
        if (parts === null || parts.query.groupBy.length === 0 || isOfFewer(parts)) continue
        compared++
        const shown = `${label} by ${group}: ${cents(figures(parts, database).reduce((all, one) => all + one, 0))}`
        expect(shown).toBe(`${label} by ${group}: ${cents(sum)}`)
      }
    }
  }
  expect(compared).toBeGreaterThan(3)
})

/** Says itself that it is not the whole. */
function isOfFewer({ assumptions, restatement }: Reading): boolean {
  return (
    assumptions.some(({ says }) => /^Only |several kinds of income/.test(says)) ||
    restatement.startsWith('number of')
  )
}
