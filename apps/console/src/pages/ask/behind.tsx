import type { Answer } from '../../answer/answer.ts'
import { GraphView } from '../../graph/graph-view.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'

const tones = { passed: 'good', warning: 'warn', failed: 'bad', 'not-run': 'plain' } as const

/** The evidence for the answer: the checks, its data, and the SQL. */
export function Behind({ answer }: { readonly answer: Answer }) {
  const { checks = [], lineage, sql, confidence } = answer
  return (
    <Card title="Behind the answer">
      {confidence !== undefined && (
        <p className="soft">Confidence in the reading: {Math.round(confidence * 100)}%</p>
      )}
      <details open={checks.some(({ status }) => status === 'failed' || status === 'warning')}>
        <summary>Checks ({checks.length})</summary>
        <ul className="rows">
          {checks.map(({ name, status, says }) => (
            <li key={name + says}>
              <Badge tone={tones[status]}>{status}</Badge> <span className="grow">{says}</span>
            </li>
          ))}
        </ul>
      </details>
      {lineage !== undefined && (
        <details>
          <summary>Where it comes from</summary>
          <GraphView
            label="Datasets behind the answer"
            nodes={lineage.datasets.map(({ name, source }) => ({ id: name, label: name, note: source }))}
            edges={lineage.joins.map(({ left, right, on }) => ({
              from: left,
              to: right,
              label: on.join(', '),
            }))}
          />
          <ul className="small">
            {lineage.joins.map(({ left, right, on }) => (
              <li key={left + right + on.join()}>
                {left} with {right} by {on.join(', ')}
              </li>
            ))}
            {lineage.filters.map(({ field, operator, value }, index) => (
              <li key={index}>
                Only {field} {operator} {JSON.stringify(value)}
              </li>
            ))}
            {lineage.timeWindow !== undefined && (
              <li>
                From {lineage.timeWindow.start} to before {lineage.timeWindow.end}
              </li>
            )}
            <li>One row for each: {lineage.grain}</li>
          </ul>
        </details>
      )}
      {sql !== undefined && (
        <details>
          <summary>SQL</summary>
          <CodeBlock code={sql} label="the SQL" />
        </details>
      )}
    </Card>
  )
}
