import { defineModule, ToolError } from '@quipu/kit'
import { dataAgent } from '@quipu/data-agent'
import { tasks } from '@quipu/tasks'
import { truth } from '@quipu/truth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOntology } from '../data-agent/open-agent.ts'
import { writeBakery } from '../data-agent/bakery.ts'
import { servers, temporaryFolder } from '../environment/index.ts'
import { engines, openTestHost, type TestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

interface Waiting {
  readonly waiting: readonly { readonly module: string; readonly kind: string; readonly title: string }[]
  readonly problems: readonly object[]
}

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

describe.each(available)('what waits, on %s', (engine) => {
  const place = temporaryFolder()
  let app: TestHost
  let ontologyId: string
  beforeAll(async () => {
    const file = writeBakery(place.path)
    app = await openTestHost(engine, [tasks, dataAgent, truth, silent], {
      moduleSettings: { 'data-agent': { sourceRoots: [place.path] } },
    })
    const admin = await app.user({ role: 'admin', path: '' })
    const body = { name: 'bakery', kind: 'sqlite', file }
    const connection = await admin.api('POST', '/api/data-agent/connections', body)
    const { id } = (await connection.json()) as { id: string }
    ontologyId = await makeOntology(admin, { name: 'Bakery', connection_id: id })
  })
  afterAll(async () => {
    await app?.[Symbol.asyncDispose]()
    place[Symbol.dispose]()
  })

  const waitingFor = async (user: TestUser) =>
    (await (await user.api('GET', '/api/account/waiting')).json()) as Waiting
  const inModule = async (user: TestUser, module: string) =>
    (await waitingFor(user)).waiting.filter((one) => one.module === module)

  test('[H380] [H965] each module tells what waits for the caller; one that cannot is named and holds up no other', async () => {
    const ada = await app.user({ path: '' })
    await ada.call('add_task', { title: 'Pay the rent', due_date: '2001-01-01' })
    const { waiting, problems } = await waitingFor(ada)
    expect(waiting).toMatchObject([{ module: 'tasks', title: 'Pay the rent' }])
    expect(problems).toEqual([{ module: 'silent', message: 'The silent one cannot be asked now' }])
  })

  test('[H381] a module whose permission the credential lacks is left out, and nobody sees what waits for others', async () => {
    const [ada, bob] = [await app.user({ path: '' }), await app.user({ path: '' })]
    await ada.call('add_task', { title: 'Only Ada’s', due_date: '2001-01-01' })
    expect((await waitingFor(bob)).waiting).toEqual([])
    const narrow = await app.user({ path: '', scope: ['account:read'] })
    expect(await waitingFor(narrow)).toEqual({ waiting: [], problems: [] })
  })

  test('[T340] open tasks that are due by today wait, the oldest first; others do not', async () => {
    const ada = await app.user({ path: '' })
    const today = app.clock.now().toISOString().slice(0, 10)
    for (const task of [
      { title: 'Today', due_date: today },
      { title: 'Late', due_date: '2001-01-01' },
      { title: 'Some day' },
      { title: 'Later', due_date: '2099-01-01' },
    ])
      await ada.call('add_task', task)
    expect(await inModule(ada, 'tasks')).toMatchObject([
      { kind: 'Task overdue', title: 'Late', path: '/app/tasks?due=today&order=due_date' },
      { kind: 'Task due today', title: 'Today' },
    ])
    const { tasks: all } = (await (await ada.api('GET', '/api/tasks?due_before=2002-01-01')).json()) as {
      tasks: { id: number }[]
    }
    await ada.call('set_task_completion', { task_id: all[0]?.id, completed: true })
    expect(await inModule(ada, 'tasks')).toMatchObject([{ title: 'Today' }])
  })

  test('[DA398] a conversation that ended with a question back waits until it is answered', async () => {
    const ada = await app.user({ path: '' })
    const question = 'Show high-value sales'
    const asked = await ada.call('ask_question', { ontologyId, question })
    const { conversation_id: id } = asked.raw['structuredContent'] as { conversation_id: string }
    expect(await inModule(ada, 'data-agent')).toMatchObject([
      { kind: 'Needs your answer', title: question, path: `/app/ask?conversation=${id}` },
    ])
    const answers = { 'High-value threshold': '> 10' }
    await ada.call('ask_question', {
      ontologyId,
      question,
      conversation_id: id,
      clarification_answers: answers,
    })
    expect(await inModule(ada, 'data-agent')).toEqual([])
  })

  test('[TR380] entities that may be the same wait as one pair, until they are merged', async () => {
    const ada = await app.user({ path: '' })
    const one = {
      entity_type: 'contact',
      full_name: 'Johanna Lindqvist',
      email: 'johanna@one.example',
      phone: '+46 8 123 456 78',
      birthday: '1981-04-17',
    }
    const two = { ...one, full_name: 'Johana Lindqvist', email: 'jl@two.example' }
    await ada.call('ingest', { entities: [one] })
    await ada.call('ingest', { entities: [two] })
    const found = await inModule(ada, 'truth')
    expect(found).toMatchObject([
      { kind: 'Possible duplicate', title: expect.stringMatching(/Johanna Lindqvist/) },
    ])
    const { body } = await ada.call('retrieve_entities')
    const ids = (body as unknown as { entities: { id: string }[] }).entities.map(({ id }) => id)
    await ada.call('merge_entities', { from_entity_id: ids[0], to_entity_id: ids[1] })
    expect(await inModule(ada, 'truth')).toEqual([])
  })
})

const silent = defineModule({
  name: 'silent',
  title: 'Silent',
  permissions: { 'silent:read': { says: 'Hear nothing', roles: ['contributor'] } },
  tools: [],
  waits: {
    needs: 'silent:read',
    list: async () => {
      throw new ToolError('UNAVAILABLE', 'The silent one cannot be asked now')
    },
  },
  open: () => undefined,
})
