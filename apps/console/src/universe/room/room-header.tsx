import { universesPath } from '../../navigation/route.ts'
import { CordMark } from '../../ui/cord-mark.tsx'
import { Link } from '../../ui/link.tsx'
import { connectionWords } from '../live/connection.ts'
import { People } from './people.tsx'
import type { OpenDialog } from './room-view.tsx'
import { useRoom } from '../live/use-room.ts'

export function RoomHeader({ onOpen }: { readonly onOpen: (dialog: OpenDialog) => void }) {
  const room = useRoom('info', 'connection')
  return (
    <header className="room-header">
      <Link to={universesPath} className="room-home" label="All universes">
        <CordMark size={28} />
        <span className="room-home-words">Universes</span>
      </Link>
      <span className="room-home-words soft" aria-hidden="true">
        /
      </span>
      <h1>{room.info.name}</h1>
      {room.info.role === 'viewer' && <span className="tag">view only</span>}
      <span className={`connection ${room.connection.kind}`} role="status">
        <span className="unseen">Connection: </span>
        <span className="connection-words">{connectionWords(room.connection)}</span>
      </span>
      <People />
      {room.info.role === 'owner' && (
        <button type="button" className="button slim" onClick={() => onOpen('share')}>
          Share
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        onClick={() => onOpen('help')}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
      >
        ?
      </button>
    </header>
  )
}
