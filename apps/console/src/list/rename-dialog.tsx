import { useState, type FormEvent } from 'react'
import { renameUniverse } from '../api/universes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useAction } from '../ui/use-action.ts'
import type { UniverseInfo } from '../wire.ts'

interface Props {
  readonly universe: UniverseInfo
  readonly onClose: () => void
  readonly onRenamed: () => void
}

export function RenameDialog({ universe, onClose, onRenamed }: Props) {
  const [name, setName] = useState(universe.name)
  const action = useAction()
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if (await action.run(() => renameUniverse(universe.id, name.trim()))) onRenamed()
  }
  return (
    <Dialog title={`Rename ${universe.name}`} onClose={onClose}>
      <form onSubmit={(event) => void rename(event)}>
        <Field
          label="Name"
          value={name}
          onText={setName}
          required
          maxLength={200}
          data-first
          autoComplete="off"
        />
        {action.problem !== undefined && <ProblemNote problem={action.problem} />}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={action.isBusy}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  )
}
