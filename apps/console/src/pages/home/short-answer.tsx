import { lazy, Suspense } from 'react'
import type { Answer } from '../../answer/answer.ts'
import { AnswerTable } from '../../answer/answer-table.tsx'
import { Narrative } from '../../answer/narrative.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const Chart = lazy(async () => ({ default: (await import('../../chart/chart.tsx')).Chart }))

interface Props {
  readonly answer: Answer
  readonly narrative: string
  readonly onAsk: (question: string) => void
}

/** An answer in brief: in words, and as a chart or a table. */
export function ShortAnswer({ answer, narrative, onAsk }: Props) {
  const { status, restatement, charts = [], questions = [], reason } = answer
  if (status === 'cannot_answer')
    return <p role="status">{reason ?? 'This cannot be answered from the sample shop.'}</p>
  if (status === 'clarification')
    return (
      <div role="status">
        {questions.map(({ question, suggestions }) => (
          <div key={question}>
            <p>{question}</p>
            <div className="button-row">
              {suggestions.map((each) => (
                <button key={each} type="button" className="chip" onClick={() => onAsk(each)}>
                  {each}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
    )
  const [chart] = charts
  return (
    <div role="status" aria-label="Answer">
      {narrative === '' ? <p>{restatement}</p> : <Narrative text={narrative} />}
      {chart === undefined ? (
        <AnswerTable answer={answer} />
      ) : (
        <Suspense fallback={<Skeleton lines={6} />}>
          <Chart spec={chart} />
        </Suspense>
      )}
    </div>
  )
}
