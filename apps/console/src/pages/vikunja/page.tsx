import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useMay } from '../../api/use-account.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Connected } from './connected.tsx'
import { HowTo } from './how-to.tsx'
import { TurnedOff } from './turned-off.tsx'
import { TokenForm } from './token-form.tsx'

/** The connection of an account to Vikunja: one stored token. Nobody has the permission while Vikunja is off. */
export function Page() {
  const isOn = useMay('vikunja:use')
  return (
    <PageFrame
      title="Vikunja"
      about="With your Vikunja token stored here, every assistant that you connect can use your projects and tasks there."
    >
      {isOn ? <Connection /> : <TurnedOff />}
    </PageFrame>
  )
}

function Connection() {
  const token = api.useQuery('get', '/api/vikunja/token', {}, { retry: false })
  if (token.error !== null)
    return <ProblemNote problem={asProblem(token.error)} onRetry={() => void token.refetch()} />
  if (token.data === undefined)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    )
  if (token.data.connected) return <Connected connection={token.data} />
  return (
    <Card title="Connect your Vikunja account">
      <HowTo server={token.data.server} />
      <TokenForm verb="Connect" />
    </Card>
  )
}
