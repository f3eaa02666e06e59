import { signInAddress, type Problem } from '../api/problem.ts'
import { homePath, universesPath } from '../navigation/route.ts'
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
          {window.location.pathname.startsWith(universesPath) ? (
            <Link to={universesPath}>To your universes</Link>
          ) : (
            <Link to={homePath}>To Home</Link>
          )}
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
