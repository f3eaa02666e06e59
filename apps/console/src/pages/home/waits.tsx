import { api } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'

/** What waits for the person: work in the background, connections that failed. */
export function Waits() {
  const jobs = api.useQuery('get', '/api/account/jobs', {}, { refetchInterval: 10_000 })
  const attempts = api.useQuery('get', '/api/account/connection-attempts')
  const failed = attempts.data?.attempts.filter(({ state }) => state === 'failed') ?? []
  return (
    <Card title="Waits for you">
      <Loaded query={jobs}>
        {({ jobs: list }) =>
          list.length + failed.length === 0 ? (
            <p className="soft">Nothing. Work in the background and questions to you are listed here.</p>
          ) : (
            <ul className="rows">
              {failed.slice(0, 3).map((attempt) => (
                <li key={attempt.id}>
                  <span className="grow">
                    <Link to="/app/doctor">A client could not connect</Link>{' '}
                    <span className="small soft clip">{attempt.client}</span>
                  </span>
                  <Badge tone="bad">failed</Badge>
                </li>
              ))}
              {list.map(({ id, kind, state }) => (
                <li key={id}>
                  <span className="grow">{kind}</span>
                  <Badge tone={state === 'dead' ? 'bad' : 'warn'}>
                    {state === 'dead' ? 'failed' : state}
                  </Badge>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
