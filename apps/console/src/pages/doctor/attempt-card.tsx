import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/moment.tsx'
import { latestOfEach, steps } from './steps.ts'
import type { Attempt } from './page.tsx'

const states = {
  connected: { tone: 'good', words: 'connected' },
  waiting: { tone: 'warn', words: 'waiting' },
  failed: { tone: 'bad', words: 'failed' },
} as const

interface Props {
  readonly attempt: Attempt
  /** The steps are shown on request. */
  readonly isFolded: boolean
}

export function AttemptCard({ attempt, isFolded }: Props) {
  const { tone, words } = states[attempt.state]
  const { cause, fix, state } = attempt
  return (
    <Card
      title={<span className="clip">{attempt.client || 'A client without a name'}</span>}
      actions={<Badge tone={tone}>{words}</Badge>}
    >
      <p className="small soft">
        From {attempt.address}, <Moment at={attempt.hops.at(-1)?.at} />
        {attempt.client_id !== null && <> · {attempt.client_id}</>}
      </p>
      {cause !== null && state !== 'connected' && (
        <div className={`note ${state === 'failed' ? 'bad' : 'warn'}`}>
          <p>
            <strong>{cause}</strong>
          </p>
          <p>{fix}</p>
        </div>
      )}
      {isFolded ? (
        <details className="small">
          <summary>Steps</summary>
          <Steps attempt={attempt} />
        </details>
      ) : (
        <Steps attempt={attempt} />
      )}
      <Requests hops={attempt.hops} />
    </Card>
  )
}

function Steps({ attempt: { hops, state } }: { readonly attempt: Attempt }) {
  const latest = latestOfEach(hops)
  const unseen = state === 'connected' ? 'not needed' : 'not reached'
  return (
    <ol className="hops" aria-label="Steps">
      {steps.map(({ kind, title }) => {
        const hop = latest.get(kind)
        return (
          <li key={kind} className={`hop ${hop === undefined ? 'none' : hop.ok ? 'ok' : 'failed'}`}>
            <span className="hop-title">{title}</span>
            <span className="small soft">
              {hop === undefined ? unseen : `${hop.status}${hop.error === null ? '' : ` ${hop.error}`}`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Requests({ hops }: Pick<Attempt, 'hops'>) {
  return (
    <details className="small">
      <summary>Every request ({hops.length})</summary>
      <ul className="rows">
        {hops.map((hop) => (
          <li key={`${hop.request_id} ${hop.at}`}>
            <span>{new Date(hop.at).toLocaleTimeString()}</span>
            <span className="grow">
              {hop.path} <span className="soft">{hop.request_id}</span>
            </span>
            <Badge tone={hop.ok ? 'good' : 'bad'}>{hop.status}</Badge>
          </li>
        ))}
      </ul>
    </details>
  )
}
