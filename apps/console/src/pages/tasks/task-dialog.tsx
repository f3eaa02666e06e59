import { useId, useState, type FormEvent } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import type { Task } from './task.ts'
import type { Changes, useTaskActions } from './use-task-actions.ts'

interface Props {
  readonly task: Task
  readonly actions: ReturnType<typeof useTaskActions>
  readonly mayChange: boolean
  readonly isDeleted: boolean
  readonly onClose: () => void
}

/** One task: its title, due date and note; buttons to delete and restore it. */
export function TaskDialog({ task, actions, mayChange, isDeleted, onClose }: Props) {
  const [title, setTitle] = useState(task.title)
  const [due, setDue] = useState(task.due_date ?? '')
  const [note, setNote] = useState(task.description ?? '')
  const noteId = useId()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const changes = changesOf(task, { title: title.trim(), due, note })
    if (Object.keys(changes).length === 0) onClose()
    else void actions.change(task, changes).then((isDone) => isDone && onClose())
  }
  const isLocked = !mayChange || isDeleted
  return (
    <Dialog title={isDeleted ? 'Deleted task' : 'Task'} onClose={onClose}>
      <form onSubmit={save}>
        <Field
          label="Title"
          value={title}
          onText={setTitle}
          maxLength={200}
          required
          readOnly={isLocked}
          data-first
        />
        <Field label="Due" type="date" value={due} onText={setDue} readOnly={isLocked} />
        <div className="field">
          <label htmlFor={noteId}>Note</label>
          <textarea
            id={noteId}
            rows={4}
            maxLength={1000}
            value={note}
            readOnly={isLocked}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
        {actions.problem !== undefined && <ProblemNote problem={actions.problem} />}
        <Buttons {...{ task, actions, mayChange, isDeleted, onClose }} />
      </form>
    </Dialog>
  )
}

function Buttons({ task, actions, mayChange, isDeleted, onClose }: Props) {
  const closeAfter = async (work: Promise<boolean>) => {
    if (await work) onClose()
  }
  const isLocked = !mayChange || isDeleted
  return (
    <div className="dialog-actions">
      {mayChange && !isDeleted && (
        <button
          type="button"
          className="button danger"
          disabled={actions.isBusy}
          onClick={() => void closeAfter(actions.delete(task))}
        >
          Delete
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        {isLocked ? 'Close' : 'Cancel'}
      </button>
      {mayChange && isDeleted && (
        <button
          type="button"
          className="button primary"
          disabled={actions.isBusy}
          onClick={() => void closeAfter(actions.restore(task))}
        >
          Restore
        </button>
      )}
      {!isLocked && (
        <button type="submit" className="button primary" disabled={actions.isBusy}>
          Save
        </button>
      )}
    </div>
  )
}

/** Only the changed fields, so that another person's change to another field stays. */
function changesOf(
  task: Task,
  { title, due, note }: { readonly title: string; readonly due: string; readonly note: string },
): Changes {
  return {
    ...(title === task.title ? {} : { title }),
    ...(due === (task.due_date ?? '') ? {} : { due_date: due === '' ? null : due }),
    ...(note === (task.description ?? '') ? {} : { description: note === '' ? null : note }),
  }
}
