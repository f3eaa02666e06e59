import { useState } from 'react'
import { client } from '../../api/client.ts'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Task } from './task.ts'
import type { useTasks } from './use-tasks.ts'

export interface NewTask {
  readonly title: string
  readonly due_date?: string
}

export type Changes = Partial<Pick<Task, 'title' | 'description' | 'due_date' | 'completed'>>

interface Step {
  /** What was done, such as `Completed “Water the plants”`. */
  readonly words: string
  readonly undo: () => Promise<unknown>
}

const mostSteps = 50

/** The actions on tasks. Each step can be undone, the last one first. */
export function useTaskActions(list: ReturnType<typeof useTasks>) {
  const action = useAction()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const done = (step: Step) => {
    setSteps((before) => [...before, step].slice(-mostSteps))
    toast(`${step.words}. Press u to undo.`)
  }

  const { change, hide, show } = writesOf(list)
  const undoChange = (task: Task, changes: Changes) => () =>
    change({ ...task, ...changes }, before(task, changes))

  return {
    problem: action.problem,
    isBusy: action.isBusy,
    add: (task: NewTask) =>
      action.run(async () => {
        const { data } = await client.POST('/api/tasks', { body: task })
        await list.startOver()
        if (data !== undefined) done({ words: `Added ${named(data)}`, undo: () => hide(data) })
      }),
    toggle: (task: Task) =>
      action.run(async () => {
        const changes = { completed: !task.completed }
        await change(task, changes)
        const words = `${task.completed ? 'Reopened' : 'Completed'} ${named(task)}`
        done({ words, undo: undoChange(task, changes) })
      }),
    change: (task: Task, changes: Changes) =>
      action.run(async () => {
        await change(task, changes)
        done({ words: `Changed ${named(task)}`, undo: undoChange(task, changes) })
      }),
    delete: (task: Task) =>
      action.run(async () => {
        await hide(task)
        done({ words: `Deleted ${named(task)}`, undo: () => show(task) })
      }),
    restore: (task: Task) =>
      action.run(async () => {
        await show(task)
        done({ words: `Restored ${named(task)}`, undo: () => hide(task) })
      }),
    last: steps.at(-1)?.words,
    undo: () =>
      action.run(async () => {
        const step = steps.at(-1)
        if (step === undefined) return
        setSteps((all) => all.filter((one) => one !== step))
        await step.undo()
        toast(`Undone: ${step.words}`)
      }),
  }
}

/** Each write, which also updates the shown tasks. */
function writesOf(list: ReturnType<typeof useTasks>) {
  return {
    /** Shown at once, and reverted if it fails. */
    change: async (task: Task, changes: Changes) => {
      list.replace(task.id, changes)
      try {
        await patch(task.id, changes)
      } catch (error) {
        list.replace(task.id, task)
        throw error
      }
    },
    hide: async ({ id }: Task) => {
      await client.DELETE('/api/tasks/{task_id}', { params: { path: { task_id: id } } })
      list.remove(id)
      await list.startOver()
    },
    show: async ({ id }: Task) => {
      await client.POST('/api/tasks/{task_id}/restore', { params: { path: { task_id: id } } })
      await list.startOver()
    },
  }
}

function patch(id: number, body: Changes) {
  return client.PATCH('/api/tasks/{task_id}', { params: { path: { task_id: id } }, body })
}

/** The previous values of the changed fields. */
function before(task: Task, { title, description, due_date, completed }: Changes): Changes {
  return {
    ...(title === undefined ? {} : { title: task.title }),
    ...(description === undefined ? {} : { description: task.description }),
    ...(due_date === undefined ? {} : { due_date: task.due_date }),
    ...(completed === undefined ? {} : { completed: task.completed }),
  }
}

function named({ title }: Task): string {
  return `“${title.length > 40 ? `${title.slice(0, 40)}…` : title}”`
}
