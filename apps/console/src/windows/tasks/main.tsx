import { useEffect, useState } from 'react'
import { dayIn } from '../../pages/tasks/due-words.ts'
import type { Task, TaskPage } from '../../pages/tasks/task.ts'
import { TaskRow } from '../../pages/tasks/task-row.tsx'
import { openWindow, type ViewProps } from '../open-window.tsx'
import '../../pages/tasks/tasks.css'

/** The answer of the tools of tasks. */
interface Envelope<Data> {
  readonly status: 'success' | 'error'
  readonly message: string
  readonly data: Data | null
}

/** The tasks of `list_tasks` and `search_tasks`. A check box completes or reopens a task by its tool. */
function TasksWindow({ content, input, call }: ViewProps) {
  // The answer of these tools.
  const answer = content as Envelope<TaskPage>
  const [tasks, setTasks] = useState<readonly Task[]>(answer.data?.tasks ?? [])
  const [problem, setProblem] = useState<string>()
  useEffect(() => setTasks(answer.data?.tasks ?? []), [answer])
  const replace = (id: number, change: Partial<Task>) =>
    setTasks((all) => all.map((task) => (task.id === id ? { ...task, ...change } : task)))
  const toggle = async (task: Task) => {
    const completed = !task.completed
    setProblem(undefined)
    replace(task.id, { completed })
    try {
      await call('set_task_completion', { task_id: task.id, completed })
    } catch (error) {
      replace(task.id, { completed: task.completed })
      setProblem(wordsOf(error))
    }
  }
  const isDeleted = input['deleted'] === true
  if (answer.data === null) return <p className="note bad">{answer.message}</p>
  return (
    <>
      <p className="small soft">{answer.message}</p>
      {problem !== undefined && (
        <p className="note bad" role="alert">
          {problem}
        </p>
      )}
      <ul className="tasks" aria-label="Tasks">
        {tasks.map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            today={dayIn(undefined, new Date())}
            place={{ index, of: tasks.length }}
            onToggle={isDeleted ? undefined : () => void toggle(task)}
          />
        ))}
      </ul>
    </>
  )
}

/** A tool reports its failure as text, in the format of its answers. */
function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed) return String(parsed.message)
  } catch {
    // It is plain text already.
  }
  return text
}

openWindow(TasksWindow)
