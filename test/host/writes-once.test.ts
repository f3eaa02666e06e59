import { openHost } from '@quipu/host'
import { defineModule, defineTool, queryBuilder, ToolError } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Gate } from '../environment/gate.ts'
import { servers } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { engines, openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { meta } from '../environment/test-user.ts'

interface Counting {
  count: number
  readonly wereGone: boolean[]
  write(caller: { userId: string }): Promise<unknown>
}

const queries = queryBuilder<{
  tasks: {
    user_id: string
    title: string
    title_folded: string
    title_sort: string
    created_at: Date
    updated_at: Date
  }
}>()

const wereGone: boolean[] = []
let gate = new Gate()

/** Tools that fail on purpose, and one whose effect is outside the store. */
const trouble = defineModule({
  name: 'trouble',
  title: 'Trouble',
  permissions: { 'trouble:write': { says: 'Make trouble', roles: ['contributor', 'admin'] } },
  tools: [
    defineTool({
      name: 'write_then_fail',
      title: 'Write, then fail',
      description: 'Writes a task and then throws.',
      needs: 'trouble:write',
      effect: 'write',
      input: z.object({ as: z.enum(['bug', 'tool_error']) }),
      output: z.object({}),
      run: async (service: Counting, { as }, { caller }) => {
        await service.write(caller)
        if (as === 'tool_error') throw new ToolError('CONFLICT', 'Refused after writing')
        throw new Error('secret detail of a bug')
      },
    }),
    defineTool({
      name: 'ask_then_count',
      title: 'Ask, then count',
      description: 'Counts in memory once the person agrees.',
      needs: 'trouble:write',
      effect: 'write',
      atomic: false,
      input: z.object({}),
      output: z.object({ count: z.number() }),
      run: async (service: Counting, _input, call) => {
        const params = { mode: 'form', message: 'Sure?', requestedSchema: { type: 'object', properties: {} } }
        await call.ask({ sure: { method: 'elicitation/create', params } })
        service.count += 1
        return { count: service.count }
      },
    }),
    defineTool({
      name: 'look_late',
      title: 'Look late',
      description: 'Looks only after a while whether anybody still waits.',
      effect: 'read',
      input: z.object({}),
      output: z.object({}),
      run: async (service: Counting, _input, call) => {
        await gate.pass()
        service.wereGone.push(call.signal.aborted)
        return {}
      },
    }),
    defineTool({
      name: 'knock',
      title: 'Knock',
      description: 'May be called twice a minute.',
      effect: 'read',
      limit: { points: 2, seconds: 60 },
      input: z.object({}),
      output: z.object({}),
      run: () => ({}),
    }),
    defineTool({
      name: 'count_outside',
      title: 'Count outside',
      description: 'Counts in memory, which no transaction undoes.',
      needs: 'trouble:write',
      effect: 'write',
      atomic: false,
      input: z.object({ fail: z.boolean().optional() }),
      output: z.object({ count: z.number() }),
      run: async (service: Counting, { fail }) => {
        if (fail === true) throw new ToolError('CONFLICT', 'Failed before counting')
        service.count += 1
        return { count: service.count }
      },
    }),
  ],
  open: ({ db, now }) => ({
    count: 0,
    wereGone,
    write: ({ userId }: { userId: string }) =>
      db.query(
        { userId },
        queries.insertInto('tasks').values({
          user_id: userId,
          title: 'half',
          title_folded: 'half',
          title_sort: 'half',
          created_at: now(),
          updated_at: now(),
        }),
      ),
  }),
})

describe.each(engines)('on %s', (engine) => {
  const isHere = engine === 'pglite' || servers().databaseUrl !== null
  let at: TestHost
  let ana: TestUser
  beforeAll(async () => {
    if (!isHere) return
    at = await openTestHost(engine, [tasks, trouble])
    ana = await at.user()
  })
  afterAll(() => at?.[Symbol.asyncDispose]())

  const total = async (user = ana) => {
    const { body } = await user.call('list_tasks', { limit: 1 })
    return (body.data as { total: number }).total
  }

  test.skipIf(!isHere)('[P30] the same key gives the first answer again and writes once', async () => {
    const before = await total()
    const input = { title: 'Water the plants', idempotency_key: 'k1' }
    const first = await ana.call('add_task', input)
    at.clock.advance('1h')
    const second = await ana.call('add_task', input)

    expect(second.body).toEqual(first.body)
    expect(await total()).toBe(before + 1)
  })

  test.skipIf(!isHere)('[P30] twenty calls at once with one key write once', async () => {
    const before = await total()
    const input = { title: 'All at once', idempotency_key: 'k2' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ana.call('add_task', input)))

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.every(({ isError }) => !isError)).toBe(true)
    expect(await total()).toBe(before + 1)
  })

  test.skipIf(!isHere)('[P31] the same key with other arguments is refused', async () => {
    await ana.call('add_task', { title: 'One', idempotency_key: 'k3' })
    const other = await ana.call('add_task', { title: 'Two', idempotency_key: 'k3' })
    const otherTool = await ana.call('delete_task', { task_id: 1, idempotency_key: 'k3' })

    expect(other.isError).toBe(true)
    expect(other.meta['error_code']).toBe('VALIDATION_ERROR')
    expect(other.body.message).toContain('idempotency_key was used before with other arguments')
    expect(otherTool.meta['error_code']).toBe('VALIDATION_ERROR')
  })

  test.skipIf(!isHere)('[P32] a key belongs to one user', async () => {
    const ben = await at.user()
    const mine = await ana.call('add_task', { title: 'Same words', idempotency_key: 'k4' })
    const theirs = await ben.call('add_task', { title: 'Same words', idempotency_key: 'k4' })

    expect((theirs.body.data as { id: number }).id).not.toBe((mine.body.data as { id: number }).id)
  })

  test.skipIf(!isHere)('[P33] a key is forgotten after 24 hours', async () => {
    const input = { title: 'Daily', idempotency_key: 'k5' }
    const first = await ana.call('add_task', input)
    at.clock.advance('25h')
    const nextDay = await ana.call('add_task', input)

    expect((nextDay.body.data as { id: number }).id).not.toBe((first.body.data as { id: number }).id)
  })

  test.skipIf(!isHere)('[P34] a failed call leaves nothing behind and its key free', async () => {
    const before = await total()
    const failed = await ana.call('write_then_fail', { as: 'tool_error', idempotency_key: 'k6' })
    const bug = await ana.call('write_then_fail', { as: 'bug', idempotency_key: 'k6' })

    expect(failed.meta['error_code']).toBe('CONFLICT')
    expect(bug.meta['error_code']).toBe('INTERNAL_ERROR')
    expect(await total()).toBe(before)
  })

  test.skipIf(!isHere)('[P35] the text of a bug never reaches the client', async () => {
    const { raw } = await ana.call('write_then_fail', { as: 'bug' })

    expect(JSON.stringify(raw)).not.toContain('secret detail')
    expect(JSON.stringify(raw)).toContain('trace_id')
  })

  test.skipIf(!isHere)('[P36] a dry run shows what would happen and changes nothing', async () => {
    const { body } = await ana.call('add_task', { title: 'Keep me' })
    const { id } = body.data as { id: number }
    const rehearsed = await ana.call('delete_task', { task_id: id, dry_run: true })
    const still = await ana.rpc('resources/read', { uri: `tasks://task/${id}` })

    expect(rehearsed.isError).toBe(false)
    expect(still.result).toBeDefined()
  })

  test.skipIf(!isHere)('[P37] an effect outside the store happens once for its key too', async () => {
    const first = await ana.call('count_outside', { idempotency_key: 'k7' })
    const again = await ana.call('count_outside', { idempotency_key: 'k7' })

    expect(again.raw['structuredContent']).toEqual(first.raw['structuredContent'])
  })

  test.skipIf(!isHere)('[P34] a refused call outside the store leaves its key free', async () => {
    const refused = await ana.call('count_outside', { fail: true, idempotency_key: 'k8' })
    const other = await ana.call('count_outside', { idempotency_key: 'k8' })

    expect(refused.isError).toBe(true)
    expect(other.isError).toBe(false)
  })

  test.skipIf(!isHere)('[P38] a key outlives a restart', async () => {
    await using first = await openTestHost(engine, [tasks])
    const user = await first.user()
    const input = { title: 'Before and after', idempotency_key: 'k9' }
    const before = await user.call('add_task', input)
    await first.host.close()
    await using again = await openHost(first.options)
    await again.listen()
    const after = await user.call('add_task', input)

    expect(after.body).toEqual(before.body)
  })

  test.skipIf(!isHere)('[P39] a tool over its own limit says in its result when to come back', async () => {
    const answers = []
    for (let count = 0; count < 3; count += 1) answers.push(await ana.call('knock'))

    expect(answers.map(({ isError }) => isError)).toEqual([false, false, true])
    expect(answers[2]?.meta).toMatchObject({
      error_code: 'RATE_LIMITED',
      retry_after_seconds: expect.any(Number),
    })
    expect(JSON.stringify(answers[2]?.raw)).toContain('Too many calls of knock; try again in')
  })

  test.skipIf(!isHere)(
    '[P40] answers that led to an effect outside the store lead to no second one',
    async () => {
      const _meta = { ...meta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }
      const call = { name: 'ask_then_count', arguments: {}, _meta }
      const asked = await ana.rpc('tools/call', call)
      const requestState = asked.result?.['requestState']
      const answered = { ...call, requestState, inputResponses: { sure: { action: 'accept', content: {} } } }
      const first = await ana.rpc('tools/call', answered)
      const again = await ana.rpc('tools/call', answered)

      expect(asked.result?.['resultType']).toBe('input_required')
      expect(first.result?.['isError']).toBeUndefined()
      expect(again.result?.['_meta']).toMatchObject({ error_code: 'CONFLICT' })
    },
  )

  test.skipIf(!isHere)(
    '[P41] a disconnect is also noticed by a tool that reads the signal only later',
    async () => {
      wereGone.length = 0
      gate = new Gate()
      const hangUp = new AbortController()
      const params = { name: 'look_late', arguments: {} }
      const gone = ana.post('tools/call', params, { signal: hangUp.signal }).catch(() => 'hung up')
      await gate.hasBegun()
      hangUp.abort()
      expect(await gone).toBe('hung up')
      // Two answers later the server has seen the end of the other connection.
      for (let turn = 0; turn < 2; turn += 1) await ana.call('list_tasks')
      gate.open()

      await expect.poll(() => wereGone).toEqual([true])
    },
  )

  test.skipIf(!isHere)('[P42] closing waits for the calls under way, in both eras', async () => {
    await using closing = await openTestHost(engine, [tasks, trouble])
    const user = await closing.user()
    const legacy = (message: object, more: Record<string, string> = {}) =>
      fetch(`${closing.url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json', ...more },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      })
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const session =
      (await legacy({ method: 'initialize', params: hello })).headers.get('mcp-session-id') ?? ''
    gate = new Gate()
    const params = { name: 'look_late', arguments: {} }
    const underWay = [
      user.post('tools/call', params),
      legacy({ method: 'tools/call', params }, { 'mcp-session-id': session }),
    ]
    await gate.hasBegun(2)
    const closed = closing.host.close()
    gate.open()
    await closed
    const answers = await Promise.all(underWay.map(async (answer) => (await answer).json()))

    expect(answers).toMatchObject([
      { result: { structuredContent: {} } },
      { result: { structuredContent: {} } },
    ])
    await expect(fetch(`${closing.url}/health`)).rejects.toThrow('fetch failed')
  })
})
