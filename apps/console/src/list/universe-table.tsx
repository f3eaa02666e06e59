import { universePath } from '../route.ts'
import { Link } from '../ui/link.tsx'
import { agoWords } from '../universe/moment-words.ts'
import type { Account, UniverseInfo } from '../wire.ts'

interface Props {
  readonly universes: readonly UniverseInfo[]
  readonly me: Account
  readonly onDelete: (universe: UniverseInfo) => void
  readonly onShare: (universe: UniverseInfo) => void
}

export function UniverseTable({ universes, me, onDelete, onShare }: Props) {
  return (
    <table className="universes">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Owner</th>
          <th scope="col">You are</th>
          <th scope="col" className="number">
            Bodies
          </th>
          <th scope="col">Changed</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {universes.map((universe) => (
          <Row key={universe.id} {...{ universe, me, onDelete, onShare }} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  universe,
  me,
  onDelete,
  onShare,
}: Omit<Props, 'universes'> & { readonly universe: UniverseInfo }) {
  const { id, name, owner, role, counts, updatedAt } = universe
  return (
    <tr>
      <th scope="row">
        <Link to={universePath(id)} className="universe-name">
          {name}
        </Link>
      </th>
      <td data-label="Owner">{owner.id === me.id ? 'you' : owner.name || 'someone'}</td>
      <td data-label="You are">{role}</td>
      <td data-label="Bodies" className="number">
        {(counts?.stars ?? 0).toLocaleString('en-US')}
      </td>
      <td data-label="Changed">
        <time dateTime={updatedAt} title={new Date(updatedAt).toLocaleString()}>
          {agoWords(updatedAt, Date.now())}
        </time>
      </td>
      <td className="row-actions">
        {role === 'owner' && (
          <>
            <button
              type="button"
              className="link"
              onClick={() => onShare(universe)}
              aria-label={`Share ${name}`}
            >
              Share
            </button>
            <button
              type="button"
              className="link danger"
              onClick={() => onDelete(universe)}
              aria-label={`Delete ${name}`}
            >
              Delete
            </button>
          </>
        )}
      </td>
    </tr>
  )
}
