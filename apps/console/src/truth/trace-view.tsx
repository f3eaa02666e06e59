import type { ReactNode } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Moment } from '../ui/moment.tsx'
import { MarkedText } from './marked-text.tsx'
import { placeWords, sourceWords, valueWords, type Trace } from './trace.ts'
import './truth.css'

interface Props {
  readonly trace: Trace
  /** The actions: a link to the source, a correction. */
  readonly children?: ReactNode
}

/** Where a value comes from, the words around it with the value marked, and the values that lost, with the reason. */
export function TraceView({ trace, children }: Props) {
  const { span, excerpt, excerpt_mark: mark, losing_values: lost } = trace
  const isByHand = trace.source_observation.is_correction === true
  // A value that was stated in a call has no place that people would look up.
  const isFile = trace.source_material.file_urls.length > 0
  const place = span !== undefined && isFile ? placeWords(span) : ''
  return (
    <div className="trace">
      <p>
        <strong>{sourceWords(trace)}</strong>
        {place !== '' && <span className="soft">, {place}</span>}{' '}
        <span className="soft">
          · <Moment at={trace.source_observation.observed_at} />
        </span>
      </p>
      {excerpt !== undefined && (
        <blockquote>
          <MarkedText text={excerpt} from={mark?.[0] ?? 0} to={mark?.[1] ?? 0} />
        </blockquote>
      )}
      {excerpt === undefined && span !== undefined && !isByHand && (
        <blockquote>
          <mark>{span.text}</mark>
        </blockquote>
      )}
      {lost.length > 0 && (
        <ul className="losers" aria-label="Other values">
          {lost.map(({ value, observation_id: id, observed_at: at, reason }) => (
            <li key={id}>
              <del>{valueWords(value)}</del> <Badge>{reason}</Badge>{' '}
              <span className="soft small">
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {trace.losing_values_total > lost.length && (
        <p className="small soft">and {trace.losing_values_total - lost.length} more</p>
      )}
      {children}
    </div>
  )
}
