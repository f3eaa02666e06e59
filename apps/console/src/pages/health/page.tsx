import { api } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'

export function Page() {
  const health = api.useQuery('get', '/api/admin/health', {}, { refetchInterval: 30_000 })
  return (
    <PageFrame title="Health" about="How this installation is, read again every half minute.">
      <Loaded query={health} lines={6}>
        {({
          checks,
          jobs,
          dead_jobs: dead,
          limits,
          version,
          node,
          started_at: startedAt,
          memory_bytes: memory,
        }) => (
          <>
            <Card title="Checks">
              <ul className="rows">
                {checks.map(({ name, ok, detail }) => (
                  <li key={name}>
                    <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'well' : 'trouble'}</Badge>
                    <span className="grow">
                      <strong>{name}</strong> <span className="soft">{detail}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
            <div className="columns spaced">
              <Card title="Jobs">
                <dl className="facts">
                  <dt>Waiting</dt>
                  <dd>{jobs.waiting}</dd>
                  <dt>Running</dt>
                  <dd>{jobs.running}</dd>
                  <dt>Dead</dt>
                  <dd>{jobs.dead}</dd>
                </dl>
                {dead.map(({ id, kind, error }) => (
                  <p key={id} className="small">
                    <strong>{kind}</strong> {error ?? ''} <code>npx quipu job retry {id}</code>
                  </p>
                ))}
              </Card>
              <Card title="This instance">
                <dl className="facts">
                  <dt>Version</dt>
                  <dd>{version}</dd>
                  <dt>Node</dt>
                  <dd>{node}</dd>
                  <dt>Started</dt>
                  <dd>
                    <Moment at={startedAt} />
                  </dd>
                  <dt>Memory</dt>
                  <dd>{Math.round(memory / 1024 / 1024)} MB</dd>
                </dl>
              </Card>
            </div>
            <Card title="Limits">
              <DataTable
                label="Limits"
                rows={limits}
                keyOf={({ name }) => name}
                columns={[
                  { key: 'name', title: 'What', cell: ({ name }) => name, sortBy: ({ name }) => name },
                  {
                    key: 'points',
                    title: 'Times',
                    cell: ({ points }) => points,
                    isNumber: true,
                    sortBy: ({ points }) => points,
                  },
                  {
                    key: 'seconds',
                    title: 'In seconds',
                    cell: ({ seconds }) => seconds,
                    isNumber: true,
                    sortBy: ({ seconds }) => seconds,
                  },
                ]}
              />
            </Card>
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}
