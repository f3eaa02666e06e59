import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'

type Health = AnswerOf<'/api/admin/health'>
type Limit = Health['limits'][number]

const limitColumns: readonly Column<Limit>[] = [
  { key: 'name', title: 'What', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    key: 'points',
    title: 'At most',
    cell: (limit) => `${limit.points.toLocaleString('en')} ×`,
    isNumber: true,
    sortBy: (limit) => limit.points,
  },
  { key: 'seconds', title: 'Within', cell: (limit) => within(limit.seconds) },
]

/** 60 → `a minute`. */
function within(seconds: number): string {
  if (seconds === 60) return 'a minute'
  if (seconds === 3600) return 'an hour'
  return seconds === 86_400 ? 'a day' : `${seconds.toLocaleString('en')} seconds`
}

export function Page() {
  const health = api.useQuery('get', '/api/admin/health', {}, { refetchInterval: 30_000 })
  return (
    <PageFrame title="Health" about="How this installation is, read again every half minute.">
      <Loaded query={health} lines={6}>
        {(read) => (
          <>
            <Checks checks={read.checks} />
            <div className="columns spaced">
              <Jobs health={read} />
              <Instance health={read} />
            </div>
            <Card title="Limits">
              <DataTable
                label="Limits"
                rows={read.limits}
                keyOf={({ name }) => name}
                columns={limitColumns}
              />
            </Card>
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Checks({ checks }: Pick<Health, 'checks'>) {
  return (
    <Card title="Checks">
      <ul className="rows">
        {checks.map(({ name, ok, detail }) => (
          <li key={name}>
            <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'fine' : 'trouble'}</Badge>
            <span className="grow">
              <strong>{name}</strong> <span className="soft">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Jobs({ health: { jobs, dead_jobs: dead } }: { readonly health: Health }) {
  return (
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
  )
}

function Instance({ health }: { readonly health: Health }) {
  return (
    <Card title="This instance">
      <dl className="facts">
        <dt>Version</dt>
        <dd>{health.version}</dd>
        <dt>Node</dt>
        <dd>{health.node}</dd>
        <dt>Started</dt>
        <dd>
          <Moment at={health.started_at} />
        </dd>
        <dt>Memory</dt>
        <dd>{Math.round(health.memory_bytes / 1024 / 1024)} MB</dd>
      </dl>
    </Card>
  )
}
