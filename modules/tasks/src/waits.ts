import type { Waits } from '@quipu/kit'
import type { TaskList } from './task-list.ts'

/** Open tasks that are due by today, the oldest first. */
export const dueTasks: Waits<TaskList> = {
  needs: 'tasks:read',
  list: async (tasks, { caller }, most) => {
    const today = await tasks.today(caller)
    const { tasks: due } = await tasks.page(caller, {
      status: 'pending',
      due_before: today,
      sort_by: 'due_date',
      limit: most,
      offset: 0,
    })
    return due.map(({ title, due_date: day }) => ({
      kind: day === today ? 'Task due today' : 'Task overdue',
      title,
      path: '/app/tasks?due=today&order=due_date',
      at: undefined,
    }))
  },
}
