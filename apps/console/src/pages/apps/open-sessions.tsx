import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'

type Session = AnswerOf<'/api/account/sessions'>['sessions'][number]

const columns: readonly Column<Session>[] = [
  {
    key: 'client',
    title: 'Client',
    cell: ({ client }) => `${client.name ?? 'unnamed'} ${client.version ?? ''}`,
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
  const own = api.useQuery('get', '/api/account/sessions', { params: { query: { limit: 500 } } })
  const all = api.useQuery(
    'get',
    '/api/admin/sessions',
    { params: { query: { limit: 500 } } },
    { enabled: isForEveryone },
  )
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
