import { ProblemNote } from './problem-note.tsx'
import type { Action } from './use-action.ts'

interface Props {
  readonly action: Action
  /** The label of the submit button. */
  readonly verb: string
  readonly onClose: () => void
}

/** The end of a form: the problem, if any, and the buttons to submit or cancel. */
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
