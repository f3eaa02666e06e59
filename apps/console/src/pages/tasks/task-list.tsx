import { useEffect, useRef, useState } from 'react'
import { usePageKeys } from '../../shell/use-page-keys.ts'
import { useRowWindow } from '../../ui/use-row-window.ts'
import type { Task } from './task.ts'
import { TaskRow } from './task-row.tsx'

interface Props {
  readonly tasks: readonly Task[]
  readonly today: string
  /** Loads the next page. Undefined if all tasks are loaded or a page is being loaded. */
  readonly more: (() => void) | undefined
  readonly onToggle: ((task: Task) => void) | undefined
  readonly onOpen: (task: Task) => void
}

/** The next page is loaded when so few rows are left below. */
const rowsAhead = 40

/** Tasks as rows, of which only the visible ones are drawn. `j` and `k` move through them, `x` completes. */
export function TaskList({ tasks, today, more, onToggle, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const { isWindowed, from, to, before, after, measure, scrollTo } = useRowWindow(tasks.length, scroller)
  const [current, setCurrent] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const at = tasks.findIndex(({ id }) => id === current)

  useEffect(() => {
    if (to > tasks.length - rowsAhead) more?.()
  }, [to, tasks.length, more])

  const step = (by: number) => {
    const next = Math.max(0, Math.min(tasks.length - 1, at === -1 ? 0 : at + by))
    const task = tasks[next]
    if (task === undefined) return
    if (next < from || next >= to) scrollTo(next)
    setCurrent(task.id)
    setFocused(task.id)
  }
  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const task = tasks[at]
      if (task !== undefined) onToggle?.(task)
    },
  })

  return (
    <div
      ref={scroller}
      className={isWindowed ? 'table-scroller windowed' : undefined}
      {...(isWindowed ? { tabIndex: 0, role: 'region', 'aria-label': 'Tasks, scrollable' } : {})}
    >
      <ul className="tasks" aria-label="Tasks">
        {before > 0 && <li className="gap" aria-hidden="true" style={{ height: before }} />}
        {tasks.slice(from, to).map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            today={today}
            place={{ index: from + index, of: tasks.length }}
            isCurrent={task.id === current}
            isToBeFocused={task.id === focused}
            measure={measure}
            onFocus={() => {
              setCurrent(task.id)
              setFocused(undefined)
            }}
            onToggle={onToggle && (() => onToggle(task))}
            onOpen={() => onOpen(task)}
          />
        ))}
        {after > 0 && <li className="gap" aria-hidden="true" style={{ height: after }} />}
      </ul>
    </div>
  )
}
