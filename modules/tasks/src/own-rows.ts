import type { OwnRows } from '@quipu/kit'
import type { TaskList } from './task-list.ts'

const columns = [
  { name: 'task_id', type: 'integer' },
  { name: 'title', type: 'text' },
  { name: 'description', type: 'text' },
  { name: 'completed', type: 'boolean', synonyms: ['done', 'finished'] },
  { name: 'status', type: 'text', description: 'open or done' },
  { name: 'due_date', type: 'date' },
  { name: 'created_at', type: 'timestamp' },
  { name: 'completed_at', type: 'timestamp' },
] as const

/** The tasks on the list, the newest first. */
export const ownTasks: OwnRows<TaskList> = {
  needs: 'tasks:read',
  tables: async (tasks, { caller }, most) => {
    const table = { name: 'tasks', description: 'Things to do on your list', columns }
    if (most === 0) return [{ ...table, rows: [], isCut: false }]
    const page = await tasks.page(caller, { status: 'all', limit: most, offset: 0 })
    const rows = page.tasks.map(
      ({ id, title, description, completed, due_date, created_at, completed_at }) => [
        id,
        title,
        description,
        completed,
        completed ? 'done' : 'open',
        due_date,
        created_at,
        completed_at,
      ],
    )
    return [{ ...table, rows, isCut: page.next_cursor !== null }]
  },
}
