import { describe, expect, test } from 'vitest'
import { generations, usePorts } from './test-server.ts'

const { start } = usePorts()

describe.each(generations)('on %s', (generation, version) => {
  test('[VK1] the generation is the one that the server speaks', async () => {
    const { server } = await start({ version })
    expect(await server.info()).toMatchObject({ generation, version: `v${version}.0`, maxItemsPerPage: 50 })
  })

  test('[VK2] a task is created, read, found, changed and deleted', async () => {
    const { vikunja, project, fake } = await start({ version })
    const created = await vikunja.createTask(project, {
      title: 'Water the plants',
      dueAt: '2026-11-20T08:00:00.000Z',
      reminders: [{ relativeTo: 'due', secondsAfter: -3600 }],
    })
    expect(created).toMatchObject({ title: 'Water the plants', projectId: project, identifier: 'HOME-1' })
    expect(await vikunja.task(created.id)).toMatchObject({
      dueAt: '2026-11-20T08:00:00.000Z',
      reminders: [{ at: '2026-11-20T07:00:00.000Z', relativeTo: 'due', secondsAfter: -3600 }],
      buckets: [{ title: 'To-Do' }],
      commentCount: 0,
    })
    const changed = await vikunja.updateTask(created.id, { priority: 3 })
    expect(changed).toMatchObject({ priority: 3, title: 'Water the plants' })
    expect((await vikunja.findTasks({ text: 'plants', filter: 'priority >= 3' })).items).toHaveLength(1)
    expect((await vikunja.taskByIndex('HOME', 1)).id).toBe(created.id)
    await vikunja.deleteTask(created.id)
    expect((await vikunja.findTasks({ projectId: project })).items).toEqual([])
    expect(fake.violations).toEqual([])
  })
})
