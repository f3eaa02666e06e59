import { lazy, Suspense, useRef, useState } from 'react'
import type { Answer } from '../../answer/answer.ts'
import { AnswerTable } from '../../answer/answer-table.tsx'
import { csvOf, tabbedOf } from '../../answer/csv.ts'
import { fileName, saveFile } from '../../answer/save-file.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Ontology } from './choices.ts'
import { nameColumns } from './query-parts.ts'

const Chart = lazy(async () => ({ default: (await import('../../chart/chart.tsx')).Chart }))

const tabs = [
  { name: 'chart', title: 'Chart' },
  { name: 'table', title: 'Table' },
] as const

interface Props {
  readonly answer: Answer
  readonly title: string
  readonly ontology: Ontology | undefined
}

/** The chart and the table of an answer, with buttons to copy and save them. */
export function AnswerFigure({ answer, title, ontology }: Props) {
  const hasChart = (answer.charts ?? []).length > 0
  const [chosen, setChosen] = useState<'chart' | 'table'>('chart')
  const tab = hasChart ? chosen : 'table'
  if ((answer.rows ?? []).length === 0)
    return <p className="soft">No row fits. Change the reading below to see more.</p>
  const body =
    tab === 'chart' ? (
      <ChartPart answer={answer} />
    ) : (
      <TablePart answer={answer} title={title} ontology={ontology} />
    )
  if (!hasChart) return body
  return (
    <Tabs label="Chart and table" tabs={tabs} chosen={tab} onChoose={setChosen}>
      {body}
    </Tabs>
  )
}

function ChartPart({ answer }: { readonly answer: Answer }) {
  const picture = useRef<SVGSVGElement>(null)
  const spec = answer.charts?.[0]
  if (spec === undefined) return null
  const save = async (kind: 'svg' | 'png') => {
    const { saveChart } = await import('../../chart/save-chart.ts')
    if (picture.current !== null) await saveChart(picture.current, spec.title, kind)
  }
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Chart spec={spec} picture={picture} />
      <div className="button-row">
        <button type="button" className="button slim" onClick={() => void save('png')}>
          Save as PNG
        </button>
        <button type="button" className="button slim" onClick={() => void save('svg')}>
          Save as SVG
        </button>
      </div>
    </Suspense>
  )
}

function TablePart({ answer, title, ontology }: Props) {
  const { columns = [], rows = [] } = answer
  const save = () =>
    saveFile(fileName(title, 'csv'), new Blob(['\uFEFF', csvOf(columns, rows)], { type: 'text/csv' }))
  return (
    <>
      <p className="small soft">
        {rows.length === 1 ? '1 row' : `${rows.length.toLocaleString()} rows`}
        {answer.is_truncated === true && ', there are more'}
      </p>
      <AnswerTable answer={answer} names={nameColumns(answer.query, ontology)} />
      <div className="button-row">
        <CopyButton text={tabbedOf(columns, rows)} label="Copy the table" />
        <button type="button" className="button slim" onClick={save}>
          Save as CSV
        </button>
      </div>
    </>
  )
}
