import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Connected } from './connected.tsx'
import { HowTo } from './how-to.tsx'
import { TurnedOff } from './turned-off.tsx'
import { TokenForm } from './token-form.tsx'

/** The connection of an account to Vikunja: one stored token. */
export function Page() {
  const token = api.useQuery('get', '/api/vikunja/token', {}, { retry: false })
  const problem = token.error === null ? undefined : asProblem(token.error)
  return (
    <PageFrame
      title="Vikunja"
      about="With your Vikunja token stored here, every assistant that you connect can use your projects and tasks there."
    >
      {token.data === undefined && problem === undefined && (
        <Card>
          <Skeleton lines={4} />
        </Card>
      )}
      {problem?.status === 404 && <TurnedOff reason={problem.message} />}
      {problem?.status === 403 && (
        <Card title="Not for your role">
          <p>Contributors and admins use Vikunja here. Ask an admin to change your role.</p>
        </Card>
      )}
      {problem !== undefined && problem.status !== 404 && problem.status !== 403 && (
        <ProblemNote problem={problem} onRetry={() => void token.refetch()} />
      )}
      {token.data?.connected === true && <Connected connection={token.data} />}
      {token.data?.connected === false && (
        <Card title="Connect your Vikunja account">
          <HowTo server={token.data.server} />
          <TokenForm verb="Connect" />
        </Card>
      )}
    </PageFrame>
  )
}
