import { describe, expect, test } from 'vitest'
import type { Task } from './model.ts'
import { failureOf, generations, usePorts } from './test-server.ts'

const { start } = usePorts()

async function idsOf(tasks: AsyncIterable<Task>): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of tasks) ids.push(id)
  return ids
}

describe.each(generations)('on %s', (generation, version) => {
  test('[VK18] [VK908] a page has its number and the number of pages', async () => {
    const { vikunja, fake, ana, project } = await start({ version, maxItemsPerPage: 10 })
    for (let count = 0; count < 25; count += 1) fake.world.addTask(project, ana, { title: `Task ${count}` })
    const total = generation === 'v2' ? 25 : null
    const first = await vikunja.findTasks({ projectId: project })
    expect(first).toMatchObject({ page: 1, pages: 3, total })
    expect(first.items).toHaveLength(10)
    const last = await vikunja.findTasks({ projectId: project, page: 3 })
    expect(last.items.map(({ title }) => title)).toEqual([20, 21, 22, 23, 24].map((n) => `Task ${n}`))
    expect((await vikunja.findTasks({ page: 9 })).items).toEqual([])
    // More than the server allows would miscount the pages.
    expect(await vikunja.findTasks({ perPage: 1000 })).toMatchObject({ pages: 3 })
    expect(await vikunja.findTasks({ perPage: 5 })).toMatchObject({ pages: 5 })
    expect((await vikunja.projects({ perPage: 1 })).items).toHaveLength(1)
  })

  test('[VK19] each task of a project with 20,000 is returned once, in the order of ids', async () => {
    const { vikunja, fake, ana, project } = await start({ version, maxItemsPerPage: 250 })
    const ids = Array.from(
      { length: 20_000 },
      (_, n) => fake.world.addTask(project, ana, { title: `Task ${n}` }).id,
    )
    const elsewhere = fake.world.addProject(ana, 'Elsewhere').id
    fake.world.addTask(elsewhere, ana)
    expect(await idsOf(vikunja.eachTask({ projectId: project }))).toEqual(ids)
  })

  test('[VK909] a task that is deleted or added meanwhile neither hides nor repeats another', async () => {
    const { vikunja, fake, ana, project } = await start({ version, maxItemsPerPage: 10 })
    const ids = Array.from({ length: 50 }, () => fake.world.addTask(project, ana).id)
    const seen: number[] = []
    for await (const { id } of vikunja.eachTask({ filter: 'done = false || priority > 3' })) {
      seen.push(id)
      if (id === ids[14]) for (const gone of ids.slice(0, 10)) fake.world.tasks.delete(gone)
      if (id === ids[20]) ids.push(fake.world.addTask(project, ana).id)
    }
    expect(seen).toEqual(ids)
  })

  test('[VK19] a server that repeats pages does not cause an endless loop', async () => {
    const { vikunja, fake, server, ana, project } = await start({ version, maxItemsPerPage: 1 })
    fake.world.addTask(project, ana)
    await server.info()
    const task = { id: 5, title: 'Again' }
    fake.intercept = (_, response) => {
      response.setHeader('x-pagination-total-pages', '9')
      response.end(JSON.stringify(generation === 'v1' ? [task] : { items: [task], total: 9, total_pages: 9 }))
      return true
    }
    expect((await failureOf(idsOf(vikunja.eachTask()))).kind).toBe('bad-answer')
  })

  test('[VK20] [VK910] text, filter, time zone, empty values and order reach the server', async () => {
    const { vikunja, fake, ana, project } = await start({ version })
    fake.world.clock = () => Date.parse('2026-11-16T22:30:00Z')
    const add = (title: string, due_date: string, priority = 0) =>
      fake.world.addTask(project, ana, { title, due_date, priority })
    add('Late tonight', '2026-11-16T22:45:00Z', 1)
    add('Tomorrow in Tokyo', '2026-11-17T16:00:00Z', 5)
    add('Some day', '0001-01-01T00:00:00Z', 3)
    const titles = async (query: Parameters<typeof vikunja.findTasks>[0]) =>
      (await vikunja.findTasks(query)).items.map(({ title }) => title)

    expect(await titles({ text: 'tokyo' })).toEqual(['Tomorrow in Tokyo'])
    const today = 'due_date >= now/d && due_date < now/d+1d'
    expect(await titles({ filter: today, timeZone: 'UTC' })).toEqual(['Late tonight'])
    expect(await titles({ filter: today, timeZone: 'Asia/Tokyo' })).toEqual(['Late tonight'])
    expect(await titles({ filter: 'due_date < 2026-11-18', timeZone: 'Asia/Tokyo' })).toEqual([
      'Late tonight',
    ])
    expect(await titles({ filter: 'due_date < 2026-11-18', timeZone: 'UTC' })).toHaveLength(2)
    expect(await titles({ filter: 'due_date > now+1h', includeNulls: true })).toEqual([
      'Tomorrow in Tokyo',
      'Some day',
    ])
    expect(await titles({ sort: [{ by: 'priority', isDescending: true }] })).toEqual([
      'Tomorrow in Tokyo',
      'Some day',
      'Late tonight',
    ])
    expect(await titles({ sort: [{ by: 'due' }, { by: 'id' }] })).toEqual([
      'Late tonight',
      'Tomorrow in Tokyo',
      'Some day',
    ])
    expect(await failureOf(vikunja.findTasks({ filter: 'done = ' }))).toMatchObject({
      kind: 'invalid',
      code: 'VALIDATION_ERROR',
    })
    const unknown = await failureOf(vikunja.findTasks({ filter: 'colour = red' }))
    expect(unknown.message).toBe('The filter or the order names a field that tasks do not have')
  })
})

test('[VK18] without the header of v1, a full page may have a next page', async () => {
  const { vikunja, fake, ana, project, server } = await start({ version: '2.3', maxItemsPerPage: 2 })
  for (let count = 0; count < 3; count += 1) fake.world.addTask(project, ana)
  await server.info()
  const tasks = [...fake.world.tasks.values()].map(({ id, title }) => ({ id, title }))
  fake.intercept = (request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://fake').searchParams.get('page'))
    response.end(JSON.stringify(tasks.slice(page * 2 - 2, page * 2)))
    return true
  }
  expect(await vikunja.findTasks()).toMatchObject({ page: 1, pages: 2 })
  expect(await vikunja.findTasks({ page: 2 })).toMatchObject({ page: 2, pages: 2 })
})
