import { useState, type FormEvent, type RefObject } from 'react'
import { Field } from '../../ui/field.tsx'
import type { NewTask } from './use-task-actions.ts'

interface Props {
  readonly form: RefObject<HTMLFormElement | null>
  readonly isBusy: boolean
  /** Resolves to whether it was added. */
  readonly onAdd: (task: NewTask) => Promise<boolean>
}

/** One task after the other: the field keeps the focus until Escape. */
export function AddForm({ form, isBusy, onAdd }: Props) {
  const [title, setTitle] = useState('')
  const [due, setDue] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const given = title.trim()
    if (given === '' || isBusy) return
    if (!(await onAdd({ title: given, ...(due === '' ? {} : { due_date: due }) }))) return
    setTitle('')
    setDue('')
  }
  return (
    <form
      ref={form}
      className="add-task"
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && target instanceof HTMLElement) target.blur()
      }}
    >
      <Field
        label="New task"
        placeholder="What to do"
        value={title}
        onText={setTitle}
        maxLength={200}
        autoComplete="off"
      />
      <Field label="Due" type="date" value={due} onText={setDue} />
      <button type="submit" className="button primary" disabled={isBusy}>
        Add
      </button>
    </form>
  )
}
