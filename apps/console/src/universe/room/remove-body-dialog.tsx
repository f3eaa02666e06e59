import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Body } from '../../api/wire.ts'
import { useRoom } from '../live/use-room.ts'

export function RemoveBodyDialog({ body, onClose }: { readonly body: Body; readonly onClose: () => void }) {
  const room = useRoom()
  const others = room.universe.subtreeOf(body.id).length - 1
  return (
    <ConfirmDialog
      title={`Remove ${body.name}?`}
      verb="Remove"
      act={() => room.send({ type: 'removeStar', id: body.id })}
      onClose={onClose}
      onDone={onClose}
    >
      {others === 0
        ? 'Nothing goes round it.'
        : `${others} ${others === 1 ? 'body that goes' : 'bodies that go'} round it go with it.`}{' '}
      You can undo this in the log.
    </ConfirmDialog>
  )
}
