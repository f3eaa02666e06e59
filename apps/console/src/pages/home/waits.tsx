import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { jobWords } from './job-words.ts'

type Waiting = AnswerOf<'/api/account/waiting'>
type Job = AnswerOf<'/api/account/jobs'>['jobs'][number]
type Attempt = AnswerOf<'/api/account/connection-attempts'>['attempts'][number]

/** What waits for the person: items of the modules, background jobs, failed connections. */
export function Waits() {
  const waiting = api.useQuery('get', '/api/account/waiting', {}, { refetchInterval: 60_000 })
  const jobs = api.useQuery('get', '/api/account/jobs', {}, { refetchInterval: 10_000 })
  const attempts = api.useQuery('get', '/api/account/connection-attempts')
  const failed = attempts.data?.attempts.filter(({ state }) => state === 'failed') ?? []
  return (
    <Card title="Waits for you">
      <Loaded query={waiting}>
        {(named) => (
          <WaitList named={named} jobs={jobs.data?.jobs ?? []} failed={failed.slice(0, mostShown)} />
        )}
      </Loaded>
    </Card>
  )
}

const mostShown = 3

interface Props {
  readonly named: Waiting
  readonly jobs: readonly Job[]
  readonly failed: readonly Attempt[]
}

function WaitList({ named: { waiting, problems }, jobs, failed }: Props) {
  if (waiting.length + problems.length + jobs.length + failed.length === 0)
    return (
      <p className="soft">
        Nothing. Questions that need your answer, tasks that are due, possible duplicates and work in the
        background are listed here.
      </p>
    )
  return (
    <ul className="rows" aria-label="Waits for you">
      {waiting.map(({ module, kind, title, path, at }, index) => (
        <li key={`${module} ${index}`}>
          <span className="grow">
            <span className="small soft">
              {kind}
              {at !== null && (
                <>
                  {' · '}
                  <Moment at={at} />
                </>
              )}
            </span>
            <Link to={path} className="clip">
              {title}
            </Link>
          </span>
        </li>
      ))}
      {failed.map((attempt) => (
        <li key={attempt.id}>
          <span className="grow">
            <Link to="/app/doctor">A client could not connect</Link>{' '}
            <span className="small soft clip">{attempt.client}</span>
          </span>
          <Badge tone="bad">failed</Badge>
        </li>
      ))}
      {someOf(jobs).map(({ id, kind, state }) => (
        <li key={id}>
          <Link to={jobWords(kind).path} className="grow">
            {jobWords(kind).words}
          </Link>
          <Badge tone={state === 'dead' ? 'bad' : 'warn'}>{state === 'dead' ? 'failed' : state}</Badge>
        </li>
      ))}
      {jobs.length > mostJobs && (
        <li className="soft">And {jobs.length - mostJobs} more in the background</li>
      )}
      {problems.map(({ module, message }) => (
        <li key={module} className="soft">
          {message}
        </li>
      ))}
    </ul>
  )
}

const mostJobs = 5

/** Failed jobs come first, because the person must act. */
function someOf(jobs: readonly Job[]): readonly Job[] {
  return jobs.toSorted((a, b) => Number(b.state === 'dead') - Number(a.state === 'dead')).slice(0, mostJobs)
}
