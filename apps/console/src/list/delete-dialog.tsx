import { deleteUniverse } from '../api/universes.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useAction } from '../ui/use-action.ts'
import type { UniverseInfo } from '../wire.ts'

interface Props {
  readonly universe: UniverseInfo
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteDialog({ universe, onClose, onDeleted }: Props) {
  const action = useAction()
  const remove = async () => {
    if (await action.run(() => deleteUniverse(universe.id))) onDeleted()
  }
  return (
    <Dialog title={`Delete ${universe.name}?`} onClose={onClose}>
      <p>It goes for everyone it is shared with, with its whole history. This cannot be taken back.</p>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose} data-first>
          Keep it
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => void remove()}
          disabled={action.isBusy}
        >
          Delete
        </button>
      </div>
    </Dialog>
  )
}
