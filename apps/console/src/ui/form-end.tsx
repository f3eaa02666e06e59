import { plainProblem } from '../api/problem.ts'
import { ProblemNote } from './problem-note.tsx'
import type { Action } from './use-action.ts'

interface Props {
  readonly action: Action
  /** The label of the submit button. */
  readonly verb: string
  readonly onClose: () => void
}

/** For a form with one value, whose place in the request says nothing to a person. */
export function withoutPlace(action: Action): Action {
  return action.problem === undefined ? action : { ...action, problem: plainProblem(action.problem) }
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
