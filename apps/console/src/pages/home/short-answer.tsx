import type { paths } from '../../api/client.ts'
import { DataTable } from '../../ui/data-table.tsx'

type Asked = paths['/api/data-agent/ask']['post']['responses'][200]['content']['application/json']
export type Answer = Asked['answer']

interface Props {
  readonly answer: Answer
  readonly onAsk: (question: string) => void
}

/** An answer in brief: how the question was read, and the rows. */
export function ShortAnswer({ answer, onAsk }: Props) {
  const { status, restatement, columns = [], rows = [], questions = [], reason } = answer
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
                <button key={each} type="button" className="button slim" onClick={() => onAsk(each)}>
                  {each}
                </button>
              ))}
            </div>
          </div>
        ))}
      </div>
    )
  return (
    <div role="status" aria-label="Answer">
      {restatement !== undefined && (
        <p>
          <strong>{restatement}</strong>
        </p>
      )}
      <DataTable
        label="Answer"
        rows={rows.map((cells, index) => ({ cells, index }))}
        keyOf={({ index }) => index}
        columns={columns.map(({ name, label }, at) => ({
          key: name,
          title: label,
          cell: ({ cells }: { readonly cells: (typeof rows)[number] }) => String(cells[at] ?? ''),
          isNumber: typeof rows[0]?.[at] === 'number',
        }))}
      />
    </div>
  )
}
