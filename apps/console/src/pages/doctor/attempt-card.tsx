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

export function AttemptCard({ attempt }: { readonly attempt: Attempt }) {
  const { tone, words } = states[attempt.state]
  const latest = latestOfEach(attempt.hops)
  return (
    <Card
      title={
        <>
          <span className="clip">{attempt.client || 'A client without a name'}</span>
        </>
      }
      actions={<Badge tone={tone}>{words}</Badge>}
    >
      <p className="small soft">
        From {attempt.address}, <Moment at={attempt.hops.at(-1)?.at} />
        {attempt.client_id !== null && <> · {attempt.client_id}</>}
      </p>
      {attempt.cause !== null && attempt.state !== 'connected' && (
        <div className={`note ${attempt.state === 'failed' ? 'bad' : 'warn'}`}>
          <p>
            <strong>{attempt.cause}</strong>
          </p>
          <p>{attempt.fix}</p>
        </div>
      )}
      <ol className="hops" aria-label="Steps">
        {steps.map(({ kind, title }) => {
          const hop = latest.get(kind)
          const state = hop === undefined ? 'none' : hop.ok ? 'ok' : 'failed'
          return (
            <li key={kind} className={`hop ${state}`}>
              <span className="hop-title">{title}</span>
              <span className="small soft">
                {hop === undefined
                  ? attempt.state === 'connected'
                    ? 'not needed'
                    : 'not reached'
                  : `${hop.status}${hop.error === null ? '' : ` ${hop.error}`}`}
              </span>
            </li>
          )
        })}
      </ol>
      <details className="small">
        <summary>Every request ({attempt.hops.length})</summary>
        <ul className="rows">
          {attempt.hops.map((hop) => (
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
    </Card>
  )
}
