import { cleanLine, type OwnRows } from '@quipu/kit'
import type { Task } from './api/model.ts'
import type { Bridge, Desk } from './bridge/bridge.ts'

const columns = [
  { name: 'vikunja_task_id', type: 'integer' },
  { name: 'reference', type: 'text' },
  { name: 'title', type: 'text' },
  { name: 'project', type: 'text' },
  { name: 'done', type: 'boolean', synonyms: ['completed', 'finished'] },
  { name: 'status', type: 'text', description: 'open or done' },
  { name: 'done_at', type: 'timestamp' },
  { name: 'due_at', type: 'timestamp', synonyms: ['due date'] },
  { name: 'priority', type: 'integer', description: '0 none to 5 do now' },
  { name: 'percent_done', type: 'number' },
  { name: 'labels', type: 'text' },
  { name: 'assignees', type: 'text' },
] as const

/** Each page is a request to Vikunja. */
const mostAsked = 1000
const perPage = 100

/** The tasks that the account's stored token can read; none without a token. */
export const ownVikunjaTasks: OwnRows<Bridge> = {
  needs: 'vikunja:use',
  tables: async (bridge, call, most) => {
    const table = { name: 'vikunja_tasks', description: 'Tasks of your Vikunja projects', columns }
    if ((await bridge.connection(call)) === undefined) return []
    if (most === 0) return [{ ...table, rows: [], isCut: false }]
    return [{ ...table, ...(await bridge.work(call, (desk) => read(desk, Math.min(most, mostAsked)))) }]
  },
}

async function read({ api, names }: Desk, most: number) {
  const found: Task[] = []
  for await (const task of api.eachTask({ sort: [{ by: 'updated', isDescending: true }], perPage })) {
    if (found.length === most) return { rows: await rowsOf(found, names), isCut: true }
    found.push(task)
  }
  return { rows: await rowsOf(found, names), isCut: false }
}

function rowsOf(tasks: readonly Task[], names: Desk['names']) {
  return Promise.all(
    tasks.map(async (task) => [
      task.id,
      task.identifier,
      cleanLine(task.title),
      cleanLine(await names.titleOf(task.projectId)),
      task.isDone,
      task.isDone ? 'done' : 'open',
      task.doneAt,
      task.dueAt,
      task.priority,
      task.percentDone * 100,
      task.labels.map(({ title }) => title).join(', ') || null,
      task.assignees.map(({ username }) => username).join(', ') || null,
    ]),
  )
}
