import { signInAddress, type Problem } from '../api/problem.ts'
import { universesPath } from '../navigation/route.ts'
import { Link } from './link.tsx'

interface Props {
  readonly problem: Problem
  readonly onRetry?: () => void
}

/** What went wrong, and what to do about it. */
export function ProblemNote({ problem, onRetry }: Props) {
  return (
    <div className="note bad" role="alert">
      <p>{problem.message}</p>
      {problem.next === 'signIn' && (
        <p>
          <a href={signInAddress(window.location.pathname)}>Sign in</a>
        </p>
      )}
      {problem.next === 'back' && (
        <p>
          <Link to={universesPath}>To your universes</Link>
        </p>
      )}
      {problem.next === 'retry' && onRetry !== undefined && (
        <p>
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
    </div>
  )
}
