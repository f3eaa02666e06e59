import { useState } from 'react'
import type { Answer } from '../../answer/answer.ts'
import { AnswerTable } from '../../answer/answer-table.tsx'
import { Chart } from '../../chart/chart.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { openWindow, type ViewProps } from '../open-window.tsx'

const tabs = [
  { name: 'chart', title: 'Chart' },
  { name: 'table', title: 'Table' },
] as const

/** The chart and the table of `ask_question` and `query_data`. */
function AnswerWindow({ content }: ViewProps) {
  // The answer of these tools.
  const answer = content as Answer
  if (answer.status === 'cannot_answer') return <p>{answer.reason}</p>
  if (answer.status === 'clarification')
    return (answer.questions ?? []).map(({ question, suggestions }) => (
      <section key={question}>
        <p>{question}</p>
        <ul>
          {suggestions.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      </section>
    ))
  return <Figures answer={answer} />
}

function Figures({ answer }: { readonly answer: Answer }) {
  const [tab, setTab] = useState<'chart' | 'table'>('chart')
  const chart = answer.charts?.[0]
  const caveats = (answer.caveats ?? []).map((caveat) => (
    <p key={caveat} className="note warn">
      {caveat}
    </p>
  ))
  return (
    <>
      <p className="small soft">{answer.restatement}</p>
      {chart === undefined ? (
        <AnswerTable answer={answer} />
      ) : (
        <Tabs label="Chart and table" tabs={tabs} chosen={tab} onChoose={setTab}>
          {tab === 'chart' ? <Chart spec={chart} /> : <AnswerTable answer={answer} />}
        </Tabs>
      )}
      {caveats}
    </>
  )
}

openWindow(AnswerWindow)
