import { useEffect, useRef } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { dueWords } from './due-words.ts'
import type { Task } from './task.ts'

interface Props {
  readonly task: Task
  readonly today: string
  readonly place: { readonly index: number; readonly of: number }
  readonly isCurrent?: boolean
  /** Whether it has the keyboard focus. */
  readonly isToBeFocused?: boolean
  readonly measure?: ((element: Element | null) => void) | undefined
  readonly onFocus?: () => void
  /** Undefined if it cannot be changed. */
  readonly onToggle: (() => void) | undefined
  /** Undefined if it cannot be opened. */
  readonly onOpen?: () => void
}

export function TaskRow({
  task,
  today,
  place,
  isCurrent = false,
  isToBeFocused = false,
  measure,
  ...acts
}: Props) {
  const title = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isToBeFocused) title.current?.focus()
  }, [isToBeFocused])
  const due = task.due_date === null ? undefined : dueWords(task.due_date, today, task.completed)
  return (
    <li
      ref={measure}
      data-index={place.index}
      aria-posinset={place.index + 1}
      aria-setsize={place.of}
      className={`task${isCurrent ? ' current' : ''}${task.completed ? ' done' : ''}`}
      onFocus={acts.onFocus}
    >
      <input
        type="checkbox"
        aria-label={`Done: ${task.title}`}
        checked={task.completed}
        disabled={acts.onToggle === undefined}
        onChange={acts.onToggle}
      />
      {acts.onOpen === undefined ? (
        <span className="task-title" title={longTitle(task)}>
          <span className="clip">{task.title}</span>
        </span>
      ) : (
        <button
          ref={title}
          type="button"
          className="task-title"
          onClick={acts.onOpen}
          title={longTitle(task)}
        >
          <span className="clip">{task.title}</span>
        </button>
      )}
      {task.description !== null && (
        <span className="small soft" title={task.description}>
          note
        </span>
      )}
      {due !== undefined && (
        <span title={`Due on ${task.due_date}`}>
          <Badge tone={due.tone}>{due.words}</Badge>
        </span>
      )}
    </li>
  )
}

function longTitle({ title }: Task): string | undefined {
  return title.length > 60 ? title : undefined
}
