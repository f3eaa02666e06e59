import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openDocuments, type Exchange } from '../environment/fake-vikunja/documents.ts'
import { FakeVikunja, type FakeOptions } from '../environment/fake-vikunja/fake-vikunja.ts'

const Body = z.record(z.string(), z.unknown())

async function start(options: FakeOptions = {}) {
  const fake = await FakeVikunja.start(options)
  onTestFinished(() => fake[Symbol.asyncDispose]())
  const ana = fake.world.addUser('ana').id
  const project = fake.world.addProject(ana, 'Home').id
  const task = fake.world.addTask(project, ana, {
    title: 'Prune',
    description: '<p>All</p>',
    priority: 3,
    assignees: [ana],
    starredBy: [ana],
    reminders: [{ reminder: '2026-11-19T12:30:00Z', relative_period: 0, relative_to: '' }],
  })
  const session = fake.world.addToken(ana)
  const ask = (
    line: string,
    body?: unknown,
    more: { token?: string; headers?: Record<string, string> } = {},
  ) => {
    const [method = '', path = ''] = line.split(' ')
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = {
      authorization: `Bearer ${more.token ?? session}`,
      'content-type': type,
      ...more.headers,
    }
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    return fetch(`${fake.url}/api/${path}`, { method, headers, ...init })
  }
  return { fake, ana, project, task, ask }
}

describe('the traps of Vikunja [VK27]', () => {
  test('POST /tasks/{id} of v1 replaces the task, its assignees, reminders and star', async () => {
    const { task, ask } = await start({ version: '2.3' })
    expect((await ask(`POST v1/tasks/${task.id}`, { title: 'New' })).status).toBe(200)
    expect(task).toMatchObject({
      title: 'New',
      description: '',
      priority: 0,
      assignees: [],
      starredBy: [],
      reminders: [],
    })
  })

  test('the bulk update of v1 keeps other columns, but not assignees, reminders and star', async () => {
    const { task, ask } = await start({ version: '2.3' })
    await ask('POST v1/tasks/bulk', { task_ids: [task.id], fields: ['title'], values: { title: 'New' } })
    expect(task).toMatchObject({ title: 'New', description: '<p>All</p>', priority: 3 })
    expect(task).toMatchObject({ assignees: [], starredBy: [], reminders: [] })
    await ask('POST v1/tasks/bulk', { task_ids: [task.id], fields: [], values: { title: 'Newer' } })
    expect(task).toMatchObject({ title: 'Newer', description: '', priority: 0 })
  })

  test('a patch of v2 keeps all else, and is 304 if it changes nothing', async () => {
    const { task, ask, ana } = await start()
    expect((await ask(`PATCH v2/tasks/${task.id}`, { title: 'New' })).status).toBe(200)
    expect(task).toMatchObject({
      title: 'New',
      description: '<p>All</p>',
      assignees: [ana],
      starredBy: [ana],
    })
    expect((await ask(`PATCH v2/tasks/${task.id}`, { title: 'New' })).status).toBe(304)
  })

  test('a token without the scope and a revoked one get the same 401; only one route of v1 tells them apart', async () => {
    const { fake, ana, ask } = await start()
    const poor = fake.world.addToken(ana, { labels: ['read_all'] })
    const answers = [poor, 'tk_revoked'].flatMap((token) =>
      ['GET v1/user', 'GET v2/user', 'GET v2/tasks', 'GET v2/token/test'].map(async (line) => {
        const response = await ask(line, undefined, { token })
        return [response.status, await response.text()]
      }),
    )
    expect(new Set((await Promise.all(answers)).map(String)).size).toBe(1)
    expect((await ask('GET v1/token/test', undefined, { token: poor })).status).toBe(200)
    expect((await ask('GET v1/token/test', undefined, { token: 'tk_revoked' })).status).toBe(401)
  })

  test('until 2.3 the test of a token welcomes whatever looks like one', async () => {
    const { ask } = await start({ version: '2.3' })
    expect((await ask('GET v1/token/test', undefined, { token: 'tk_made_up' })).status).toBe(200)
    expect((await ask('GET v1/token/test', undefined, { token: 'made up' })).status).toBe(401)
    expect((await ask('GET v1/user', undefined, { token: 'tk_made_up' })).status).toBe(401)
  })

  test('v1 pages with headers and no more than it allows, v2 in an envelope', async () => {
    const { fake, ana, project, ask } = await start({ maxItemsPerPage: 2 })
    for (let count = 0; count < 4; count += 1) fake.world.addTask(project, ana)
    const first = await ask('GET v1/tasks?per_page=100')
    expect(first.headers.get('x-pagination-total-pages')).toBe('3')
    expect(await first.json()).toHaveLength(2)
    expect((await ask('GET v1/tasks?page=9')).headers.get('x-pagination-total-pages')).toBe('0')
    const envelope = Body.parse(await (await ask('GET v2/tasks?per_page=2&page=3')).json())
    expect(envelope).toMatchObject({ total: 5, page: 3, per_page: 2, total_pages: 3, items: [{}] })
  })

  test('a single read of v2 has an ETag, which a conditional read honours and a patch ignores', async () => {
    const { task, ask } = await start()
    const etag = (await ask(`GET v2/tasks/${task.id}`)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"\d+-2"$/)
    const read = (headers: Record<string, string>) => ask(`GET v2/tasks/${task.id}`, undefined, { headers })
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    expect((await read({ 'if-match': '"other"' })).status).toBe(412)
    const patched = await ask(
      `PATCH v2/tasks/${task.id}`,
      { title: 'X' },
      { headers: { 'if-match': '"other"' } },
    )
    expect(patched.status).toBe(200)
  })

  test('on SQLite, of writes at the same time one is done', async () => {
    const { project, ask } = await start({ hasConcurrentWrites: false })
    const writes = [1, 2, 3].map(() => ask(`POST v2/projects/${project}/tasks`, { title: 'x' }))
    const statuses = (await Promise.all(writes)).map(({ status }) => status)
    expect(statuses).toContain(201)
    expect(statuses).toContain(500)
  })
})

const documents = openDocuments()
const task = { generation: 'v2', method: 'POST', path: '/projects/:project/tasks', status: 201 } as const
const wrong: [string, Partial<Exchange>, RegExp][] = [
  [
    'a field that is not there',
    { sent: { titel: 'x' } },
    /request must NOT have additional properties.*titel/,
  ],
  ['a value of the wrong type', { sent: { title: 1 } }, /request\/title must be string/],
  ['an answer of the wrong type', { answered: { id: '1' } }, /201\/id must be integer/],
  ['an answer with a moment that is none', { answered: { due_date: 'soon' } }, /due_date must match format/],
  [
    'a parameter that is not there',
    { query: new URLSearchParams({ limit: '5' }) },
    /no query parameter limit/,
  ],
  ['a body of another type', { contentType: 'text/plain', sent: {} }, /takes no text\/plain body/],
  ['an operation that is not there', { method: 'PUT', path: '/projects/:project/chores' }, /in no document/],
  [
    'a field of v1 that is not there',
    { generation: 'v1', method: 'PUT', sent: { titel: 'x' } },
    /additional properties/,
  ],
  [
    'an answer of v1 of the wrong type',
    { generation: 'v1', method: 'PUT', answered: { done: 1 } },
    /done must be boolean/,
  ],
]

test.skipIf(documents === undefined).each(wrong)('[VK28] %s is a violation', (_, part, expected) => {
  const exchange = {
    ...task,
    query: new URLSearchParams(),
    contentType: 'application/json',
    sent: undefined,
    answered: undefined,
  }
  expect(documents?.violations(exchange)).toEqual([])
  expect(documents?.violations({ ...exchange, ...part })).toEqual([expect.stringMatching(expected)])
})

test.skipIf(documents === undefined)('[VK28] a fake with a violation fails when it is closed', async () => {
  const fake = await FakeVikunja.start()
  const token = fake.world.addToken(fake.world.addUser('ana').id)
  await fetch(`${fake.url}/api/v2/tasks?sort=id`, { headers: { authorization: `Bearer ${token}` } })
  await expect(fake[Symbol.asyncDispose]()).rejects.toThrow('no query parameter sort')
})
