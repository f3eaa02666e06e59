import { api } from '../../api/client.ts'
import { clientNameOf } from '../../api/client-name.ts'
import { personName } from '../../api/person-name.ts'
import { useAccount } from '../../api/use-account.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { actionWords } from './action-words.ts'
import type { AuditEvent } from './use-activity.ts'

interface Props {
  readonly events: readonly AuditEvent[]
  readonly isOfAll: boolean
  readonly onTop: (isTop: boolean) => void
}

export function ActivityTable({ events, isOfAll, onTop }: Props) {
  const people = api.useQuery('get', '/api/users', {}, { enabled: isOfAll })
  const me = useAccount()
  const nameOf = (id: string | null) => {
    const person = me.id === id ? me : people.data?.users.find((user) => user.id === id)
    return person === undefined ? (id ?? 'nobody') : personName(person)
  }
  const whoOf = ({ user_id: id, metadata }: AuditEvent) =>
    id === null && metadata['endpoint'] === 'command' ? 'the command line' : nameOf(id)
  /** A person or a client that something was done to is called by its name. */
  const thingOf = ({ resource_id: id, metadata }: AuditEvent) =>
    metadata['clientId'] === id ? clientNameOf(metadata) : nameOf(id)
  const columns: readonly Column<AuditEvent>[] = [
    { key: 'at', title: 'When', cell: ({ at }) => <Moment at={at} />, sortBy: ({ at }) => at },
    ...(isOfAll
      ? [
          {
            key: 'who',
            title: 'Who',
            cell: whoOf,
            sortBy: whoOf,
          },
        ]
      : []),
    {
      key: 'action',
      title: 'Action',
      cell: ({ action }) => actionWords(action),
      sortBy: ({ action }) => actionWords(action),
    },
    { key: 'what', title: 'What', cell: thingOf, sortBy: thingOf },
    { key: 'client', title: 'Client', cell: clientOf, sortBy: clientOf },
    {
      key: 'outcome',
      title: 'Outcome',
      cell: ({ outcome }) => <Badge tone={outcome === 'ok' ? 'good' : 'warn'}>{outcome}</Badge>,
      sortBy: ({ outcome }) => outcome,
    },
    { key: 'more', title: 'Details', isAction: true, cell: (event) => <Details event={event} /> },
  ]
  return <DataTable label="Activity" columns={columns} rows={events} keyOf={({ id }) => id} onTop={onTop} />
}

function clientOf({ metadata }: AuditEvent): string {
  return clientNameOf(metadata)
}

function Details({ event: { request_id: requestId, action, metadata, at } }: { readonly event: AuditEvent }) {
  const entries = Object.entries(metadata)
  return (
    <details className="small">
      <summary>Show</summary>
      <dl className="facts">
        <dt>Time</dt>
        <dd>{new Date(at).toLocaleString()}</dd>
        <dt>Action</dt>
        <dd>
          <code>{action}</code>
        </dd>
        <dt>Request</dt>
        <dd>
          <code>{requestId}</code>
        </dd>
        {entries.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </details>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
    </>
  )
}
