import { signInAddress } from '../../api/problem.ts'
import { universesPath } from '../../navigation/route.ts'
import { Link } from '../../ui/link.tsx'
import { useRoom } from '../live/use-room.ts'

/** Shown only when the connection has ended for good: the reason, and a link. */
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
