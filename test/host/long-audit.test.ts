import type { Db } from '@quipu/kit'
import { defineModule } from '@quipu/kit'
import { expect, test } from 'vitest'
import { openTestHost, quickEngine } from '../environment/test-host.ts'

interface Page {
  readonly events: readonly { readonly action: string }[]
  readonly next_cursor: string | null
  readonly searched_to?: string
}

test('[H522] two filters that never meet are answered in parts over REST, and the export comes to its end', async () => {
  let db: Db | undefined
  const filler = defineModule({
    name: 'filler',
    title: 'Filler',
    permissions: {},
    tools: [],
    open: (ports) => {
      db = ports.db
      return null
    },
  })
  await using at = await openTestHost(quickEngine(), [filler])
  const boss = await at.user({ role: 'admin', path: '' })
  const [ada, bob] = [await at.user({ path: '' }), await at.user({ path: '' })]
  for (const [person, action] of [
    [ada, 'cup.filled'],
    [bob, 'cup.washed'],
  ] as const)
    await db?.query({ everyone: true }, manyRows(person.id, action))
  const read = async (path: string) => (await (await boss.api('GET', path)).json()) as Page
  const never = `user_id=${ada.id}&action=cup.washed`

  const first = await read(`/api/admin/audit?${never}`)
  const second = await read(`/api/admin/audit?${never}&cursor=${first.next_cursor}`)
  const often = await read(`/api/admin/audit?user_id=${ada.id}&action=cup.*&limit=2`)
  const lines = await (await boss.api('GET', `/api/admin/audit/export?${never}`)).text()

  expect(first).toMatchObject({ events: [], searched_to: '2026-03-01T00:16:39.000Z' })
  expect(second).toEqual({ events: [], next_cursor: null })
  expect(often.events).toHaveLength(2)
  expect(often).not.toHaveProperty('searched_to')
  expect(lines).toBe('')
})

/** One in a second, as the query builder would write them. */
function manyRows(userId: string, action: string) {
  const sql = `insert into audit_events (at, user_id, action, resource_type, resource_id, outcome, request_id)
    select timestamptz '2026-03-01' + n * interval '1 second', $1::uuid, $2, 'cup', 'blue', 'ok', n::text from generate_series(0, 5999) n`
  return { compile: () => ({ sql, parameters: [userId, action] }) } as unknown as never
}
