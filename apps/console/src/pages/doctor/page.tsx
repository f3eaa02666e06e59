import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { useMay } from '../../api/use-account.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { AttemptCard } from './attempt-card.tsx'

const live = { refetchInterval: 5000 }
/** The newest attempts are shown with their steps; older ones in one line. */
const unfolded = 3
export type Attempt = AnswerOf<'/api/account/connection-attempts'>['attempts'][number]

/** Every step of recent attempts to connect, the one that failed, why, and what to do. */
export function Page() {
  const mayAll = useMay('audit:read')
  const [isOfAll, setOfAll] = useState(mayAll)
  const own = api.useQuery('get', '/api/account/connection-attempts', {}, { ...live, enabled: !isOfAll })
  const all = api.useQuery('get', '/api/admin/connection-attempts', {}, { ...live, enabled: isOfAll })
  return (
    <PageFrame
      title="Connection doctor"
      about="How clients tried to connect in the last day, step by step."
      actions={mayAll && <CheckField label="Attempts of everyone" isChecked={isOfAll} onCheck={setOfAll} />}
    >
      <Loaded query={isOfAll ? all : own}>
        {({ attempts }) =>
          attempts.length === 0 ? (
            <Card>
              <Empty
                icon="doctor"
                title="No attempt yet"
                action={
                  <Link to="/app/connect" className="button">
                    Connect an assistant
                  </Link>
                }
              >
                As soon as a client asks for something here, its steps appear. If nothing appears while a
                client tries, it does not reach this server: check its address, the proxy and the firewall.
              </Empty>
            </Card>
          ) : (
            attempts.map((attempt, at) => (
              <AttemptCard key={attempt.id} attempt={attempt} isFolded={at >= unfolded} />
            ))
          )
        }
      </Loaded>
      <Card title="From the client’s side">
        <p>On the machine of the client, this walks the same steps and says which one fails:</p>
        <CodeBlock code={`npx quipu doctor ${window.location.origin}/mcp`} label="the command" />
      </Card>
    </PageFrame>
  )
}
