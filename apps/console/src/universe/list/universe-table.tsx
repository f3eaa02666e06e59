import { universePath } from '../../navigation/route.ts'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Account, UniverseInfo } from '../../api/wire.ts'

interface Props {
  readonly universes: readonly UniverseInfo[]
  readonly me: Account
  readonly onRename: (universe: UniverseInfo) => void
  readonly onDelete: (universe: UniverseInfo) => void
  readonly onShare: (universe: UniverseInfo) => void
}

export function UniverseTable({ universes, me, ...acts }: Props) {
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
          <Row key={universe.id} universe={universe} me={me} {...acts} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  universe,
  me,
  onRename,
  onDelete,
  onShare,
}: Omit<Props, 'universes'> & { readonly universe: UniverseInfo }) {
  const { id, name, owner, role, counts, updatedAt } = universe
  const canWrite = me.permissions.includes('universe:write')
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
        <Moment at={updatedAt} />
      </td>
      <td className="row-actions">
        {role !== 'viewer' && canWrite && (
          <RowAction verb="Rename" name={name} onClick={() => onRename(universe)} />
        )}
        {role === 'owner' && canWrite && (
          <>
            <RowAction verb="Share" name={name} onClick={() => onShare(universe)} />
            <RowAction verb="Delete" name={name} onClick={() => onDelete(universe)} isDangerous />
          </>
        )}
      </td>
    </tr>
  )
}

interface RowActionProps {
  readonly verb: string
  readonly name: string
  readonly onClick: () => void
  readonly isDangerous?: boolean
}

function RowAction({ verb, name, onClick, isDangerous = false }: RowActionProps) {
  return (
    <button
      type="button"
      className={isDangerous ? 'link danger' : 'link'}
      onClick={onClick}
      aria-label={`${verb} ${name}`}
    >
      {verb}
    </button>
  )
}
