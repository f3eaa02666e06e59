import { deleteUniverse } from '../../api/universes.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { UniverseInfo } from '../../api/wire.ts'

interface Props {
  readonly universe: UniverseInfo
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteDialog({ universe, onClose, onDeleted }: Props) {
  return (
    <ConfirmDialog
      title={`Delete ${universe.name}?`}
      verb="Delete"
      act={() => deleteUniverse(universe.id)}
      onClose={onClose}
      onDone={onDeleted}
    >
      It goes for everyone it is shared with, with its whole history. This cannot be taken back.
    </ConfirmDialog>
  )
}
