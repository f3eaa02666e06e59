import { expect, test } from 'vitest'
import { asQuery } from '../environment/as-query.ts'
import { onEachEngine, type Opened } from './on-each-engine.ts'

// These tests have an installation without tasks: as tables grow, the planner may prefer another index that is less deep.
onEachEngine((installation) => {
  test.for([
    ['tasks_by_creation', {}],
    ['tasks_pending', { status: 'pending' }],
    ['tasks_completed', { status: 'completed' }],
    ['tasks_by_title', { sort_by: 'title' }],
    ['tasks_by_due_date', { sort_by: 'due_date' }],
    ['tasks_by_due_date_down', { sort_by: 'due_date', sort_order: 'desc' }],
  ] as const)('[T161] %s serves %j', async ([index, filters]) => {
    const plan = await planOf(installation(), filters, { enable_seqscan: 'off', enable_sort: 'off' })

    expect(plan).toMatch(new RegExp(`\\b${index}\\b`))
  })

  test.for([
    {},
    { status: 'pending' },
    { status: 'completed' },
    { due_before: '2026-12-01', sort_by: 'due_date' },
  ])('[T163] the total of %j is counted in an index', async (filters) => {
    const plan = await planOf(installation(), filters, { enable_sort: 'off', random_page_cost: '1000' })

    expect(plan).not.toContain('Seq Scan')
  })
})

/** The plan of a list with other settings of the planner: so few rows would be read and sorted as a whole. */
async function planOf(
  { person, watch }: Opened,
  filters: object,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const ann = await person()
  watch.statements.length = 0
  await ann.call('list_tasks', filters)
  const [statement] = watch.statements
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  const plan = await watch.ports.db.transaction({ userId: ann.user.id }, async (tx) => {
    await tx.query(asQuery(`select ${set.join(', ')}`))
    return tx.query<Record<string, string>>(asQuery(`explain ${statement?.sql}`, statement?.parameters))
  })
  return plan.map((row) => row['QUERY PLAN']).join('\n')
}
