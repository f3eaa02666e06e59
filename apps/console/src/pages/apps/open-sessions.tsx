import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { personName } from '../../api/person-name.ts'
import { useMay } from '../../api/use-account.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'

type Session = AnswerOf<'/api/account/sessions'>['sessions'][number]

const sessionColumns: readonly Column<Session>[] = [
  {
    key: 'client',
    title: 'Client',
    cell: ({ client }) => `${client.name ?? 'A client without a name'} ${client.version ?? ''}`,
    sortBy: ({ client }) => client.name ?? '',
  },
  {
    key: 'endpoint',
    title: 'Address',
    cell: ({ endpoint }) => endpoint ?? '/mcp',
    sortBy: (row) => row.endpoint ?? '',
  },
  {
    key: 'protocol',
    title: 'Protocol',
    cell: (row) => row.protocol_version,
    sortBy: (row) => row.protocol_version,
  },
  {
    key: 'since',
    title: 'Since',
    cell: (row) => <Moment at={row.created_at} />,
    sortBy: (row) => row.created_at,
  },
  {
    key: 'active',
    title: 'Last message',
    cell: (row) => <Moment at={row.last_activity} />,
    sortBy: (row) => row.last_activity,
  },
]

/** Sessions of legacy clients. Modern clients have none. */
export function OpenSessions({ isForEveryone }: { readonly isForEveryone: boolean }) {
  const mayNamePeople = useMay('users:manage') && isForEveryone
  const own = api.useQuery('get', '/api/account/sessions', { params: { query: { limit: 500 } } })
  const all = api.useQuery(
    'get',
    '/api/admin/sessions',
    { params: { query: { limit: 500 } } },
    { enabled: isForEveryone },
  )
  const people = api.useQuery('get', '/api/users', {}, { enabled: mayNamePeople })
  const who = (session: Session) => {
    const person = people.data?.users.find(({ id }) => id === session.user_id)
    return person === undefined ? session.user_id : personName(person)
  }
  const columns = isForEveryone
    ? [{ key: 'who', title: 'Who', cell: who, sortBy: who }, ...sessionColumns]
    : sessionColumns
  return (
    <Card title={isForEveryone ? 'Open sessions of everyone' : 'Open sessions'}>
      <Loaded query={isForEveryone ? all : own}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty icon="apps" title="No session is open">
              Newer clients need none: each of their requests stands alone.
            </Empty>
          ) : (
            <DataTable label="Open sessions" columns={columns} rows={sessions} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Card>
  )
}
