import { Dialog } from '../ui/dialog.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Body } from '../wire.ts'
import { useRoom } from './use-room.ts'

export function RemoveBodyDialog({ body, onClose }: { readonly body: Body; readonly onClose: () => void }) {
  const room = useRoom()
  const action = useAction()
  const others = room.universe.subtreeOf(body.id).length - 1
  const remove = async () => {
    if (await action.run(() => room.send({ type: 'removeStar', id: body.id }))) onClose()
  }
  return (
    <Dialog title={`Remove ${body.name}?`} onClose={onClose}>
      <p>
        {others === 0
          ? 'Nothing goes round it.'
          : `${others} ${others === 1 ? 'body that goes' : 'bodies that go'} round it go with it.`}{' '}
        You can undo this in the log.
      </p>
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
          Remove
        </button>
      </div>
    </Dialog>
  )
}
