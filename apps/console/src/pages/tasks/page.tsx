import { useRef, useState } from 'react'
import { useMay } from '../../api/use-account.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { usePageKeys } from '../../shell/use-page-keys.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddForm } from './add-form.tsx'
import { taskFilterOf } from './filter.ts'
import type { Task } from './task.ts'
import { TaskDialog } from './task-dialog.tsx'
import { TaskFilters } from './task-filters.tsx'
import { TaskList } from './task-list.tsx'
import { useTaskActions } from './use-task-actions.ts'
import { useTasks } from './use-tasks.ts'
import { useToday } from './use-today.ts'
import './tasks.css'

/** The person's tasks, managed by keyboard or mouse. */
export function Page() {
  const mayChange = useMay('tasks:write')
  const today = useToday()
  const [search, setSearch] = useSearch()
  const filter = taskFilterOf(search, today)
  const list = useTasks(filter)
  const actions = useTaskActions(list)
  const [open, setOpen] = useState<Task>()
  const form = useRef<HTMLFormElement>(null)
  const filters = useRef<HTMLDivElement>(null)
  const isDeleted = filter.deleted !== undefined
  usePageKeys({
    n: () => form.current?.querySelector('input')?.focus(),
    '/': () => filters.current?.querySelector('input')?.focus(),
    u: () => void (actions.last !== undefined && actions.undo()),
  })
  return (
    <PageFrame
      title="Tasks"
      about="What you want to do. Your assistants see and keep the same list."
      actions={
        mayChange && (
          <button
            type="button"
            className="button slim"
            disabled={actions.last === undefined || actions.isBusy}
            title={actions.last}
            onClick={() => void actions.undo()}
          >
            Undo
          </button>
        )
      }
    >
      <Card className="task-controls">
        {mayChange && <AddForm form={form} isBusy={actions.isBusy} onAdd={actions.add} />}
        <TaskFilters search={search} onChange={setSearch} box={filters} />
      </Card>
      <Card title={headingOf(list)}>
        {actions.problem !== undefined && open === undefined && <ProblemNote problem={actions.problem} />}
        <Listed
          list={list}
          today={today}
          isFiltered={Object.keys(search).length > 0}
          onToggle={mayChange && !isDeleted ? (task) => void actions.toggle(task) : undefined}
          onOpen={setOpen}
        />
      </Card>
      {open !== undefined && (
        <TaskDialog
          task={open}
          actions={actions}
          mayChange={mayChange}
          isDeleted={isDeleted}
          onClose={() => setOpen(undefined)}
        />
      )}
    </PageFrame>
  )
}

interface ListedProps {
  readonly list: ReturnType<typeof useTasks>
  readonly today: string
  readonly isFiltered: boolean
  readonly onToggle: ((task: Task) => void) | undefined
  readonly onOpen: (task: Task) => void
}

/** The tasks, or the reason why there are none. */
function Listed({ list: { tasks, problem, retry, more }, isFiltered, ...given }: ListedProps) {
  if (problem !== undefined) return <ProblemNote problem={problem} onRetry={retry} />
  if (tasks === undefined) return <Skeleton lines={8} />
  if (tasks.length === 0) return <Nothing isFiltered={isFiltered} />
  return <TaskList tasks={tasks} more={more} {...given} />
}

function headingOf({ total, isMoreThanTotal }: ReturnType<typeof useTasks>): string {
  if (total === undefined || total === 0) return 'Tasks'
  const count = total.toLocaleString()
  return `${isMoreThanTotal ? 'More than ' : ''}${count} ${total === 1 ? 'task' : 'tasks'}`
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const mayChange = useMay('tasks:write')
  return isFiltered ? (
    <Empty icon="search" title="No task that these filters show" />
  ) : (
    <Empty icon="tasks" title="Nothing to do">
      {mayChange
        ? 'Add a task above, or ask your assistant to remember something for you.'
        : 'Your role lets you look, not add. An admin can change that.'}
    </Empty>
  )
}
