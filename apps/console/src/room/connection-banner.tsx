import { signInAddress } from '../api/problem.ts'
import { universesPath } from '../route.ts'
import { Link } from '../ui/link.tsx'
import { useRoom } from './use-room.ts'

/** Only when it is over: why, and where to go. */
export function ConnectionBanner() {
  const { connection } = useRoom('connection')
  if (connection.kind !== 'gone') return null
  return (
    <div className="note bad banner" role="alert">
      {connection.words}{' '}
      {connection.next === 'signIn' ? (
        <a href={signInAddress(window.location.pathname)}>Sign in</a>
      ) : (
        <Link to={universesPath}>To your universes</Link>
      )}
    </div>
  )
}
