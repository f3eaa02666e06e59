import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { ProblemNote } from './problem-note.tsx'
import { useAction } from './use-action.ts'

interface Props {
  readonly title: string
  /** The label of the confirming button. */
  readonly verb: string
  /** What the action does. */
  readonly children: ReactNode
  readonly act: () => Promise<unknown>
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for confirmation. Stays open with the reason when the action fails. */
export function ConfirmDialog({ title, verb, children, act, onClose, onDone }: Props) {
  const action = useAction()
  const run = async () => {
    if (await action.run(act)) onDone()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose} data-first>
          Keep it
        </button>
        <button type="button" className="button danger" onClick={() => void run()} disabled={action.isBusy}>
          {verb}
        </button>
      </div>
    </Dialog>
  )
}
