import { useState, type FormEvent } from 'react'
import { renameUniverse } from '../../api/universes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { UniverseInfo } from '../../api/wire.ts'
import { NameField } from './name-field.tsx'

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
        <NameField value={name} onText={setName} />
        <FormEnd action={action} verb="Rename" onClose={onClose} />
      </form>
    </Dialog>
  )
}
