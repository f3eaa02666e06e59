import type { Answer, QueryJson } from '../../answer/answer.ts'
import { withoutRestatement } from '../../answer/without-restatement.ts'
import { Card } from '../../ui/card.tsx'

interface Props {
  readonly answer: Answer
  readonly isBusy: boolean
  readonly onFlip: (query: QueryJson) => void
}

/** The assumptions. If another meaning is known, one click asks for it. */
export function Assumptions({ answer: { assumptions = [], restatement }, isBusy, onFlip }: Props) {
  if (assumptions.length === 0) return null
  return (
    <Card title="Assumed">
      <ul className="rows">
        {assumptions.map(({ about, says, instead }) => (
          <li key={about + says}>
            <span className="grow">{withoutRestatement(says, restatement)}</span>
            {instead === undefined ? (
              <a className="small" href="#reading">
                Change the reading
              </a>
            ) : (
              <button type="button" className="button slim" disabled={isBusy} onClick={() => onFlip(instead)}>
                The other meaning
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
