import { ProblemNote } from './problem-note.tsx'
import type { Action } from './use-action.ts'

interface Props {
  readonly action: Action
  /** What the button says that sends the form. */
  readonly verb: string
  readonly onClose: () => void
}

/** What went wrong, and the way on or back. */
export function FormEnd({ action, verb, onClose }: Props) {
  return (
    <>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button primary" disabled={action.isBusy}>
          {verb}
        </button>
      </div>
    </>
  )
}
