import { useState } from 'react'
import type { Answer, QueryJson } from '../../answer/answer.ts'
import { Card } from '../../ui/card.tsx'
import {
  filterChoices,
  groupChoices,
  labeller,
  measureChoices,
  timeChoices,
  type Ontology,
} from './choices.ts'
import { conditionWords, expressionWords } from './expression-words.ts'
import { FilterPart, PeriodPart } from './filter-part.tsx'
import { PartSelect } from './part-select.tsx'
import {
  addColumn,
  addCondition,
  partsOf,
  removeColumn,
  removeCondition,
  replaceColumn,
  setCondition,
  type QueryParts,
} from './query-parts.ts'

interface Props {
  readonly answer: Answer
  readonly ontology: Ontology
  readonly isBusy: boolean
  readonly onChange: (query: QueryJson) => void
}

/** How the question was read, part by part. A changed part is asked at once. */
export function ReadingEditor({ answer, ontology, isBusy, onChange }: Props) {
  const query = answer.query ?? {}
  const parts = partsOf(query, new Set(ontology.metrics.map(({ name }) => name)))
  const { measures, groups } = parts
  const labelOf = labeller(ontology)
  const words = (expression: unknown) => expressionWords(expression, labelOf)
  const column = (
    part: { index: number; expression: unknown },
    label: string,
    choices: ReturnType<typeof groupChoices>,
  ) => (
    <PartSelect
      key={`${label}${part.index}`}
      label={label}
      words={words(part.expression)}
      choices={choices}
      isBusy={isBusy}
      onChoose={(next) => onChange(replaceColumn(query, part.index, next))}
      {...(measures.length + groups.length > 1
        ? { onRemove: () => onChange(removeColumn(query, part.index)) }
        : {})}
    />
  )
  return (
    <Card title="Read as" className="reading">
      <p id="reading">{answer.restatement}</p>
      <div className="reading-parts">
        {measures.map((part) => column(part, 'Measure', measureChoices(ontology)))}
        {groups.map((part) =>
          column(part, measures.length > 0 ? 'Grouped by' : 'Column', groupChoices(ontology)),
        )}
        <Conditions parts={parts} query={query} words={words} isBusy={isBusy} onChange={onChange} />
      </div>
      <AddPart ontology={ontology} isBusy={isBusy} query={query} onChange={onChange} />
    </Card>
  )
}

interface ConditionsProps extends Pick<Props, 'isBusy' | 'onChange'> {
  readonly parts: QueryParts
  readonly query: QueryJson
  readonly words: (expression: unknown) => string
}

function Conditions({
  parts: { filters, periods, others },
  query,
  words,
  isBusy,
  onChange,
}: ConditionsProps) {
  return (
    <>
      {filters.map((filter) => (
        <FilterPart
          key={`f${filter.index}${JSON.stringify(filter.value)}`}
          filter={filter}
          words={words(filter.field)}
          isBusy={isBusy}
          onChange={(condition) => onChange(setCondition(query, filter.index, condition))}
          onRemove={() => onChange(removeCondition(query, filter.index))}
        />
      ))}
      {periods.map((period) => (
        <PeriodPart
          key={`p${period.index}${JSON.stringify(period.value)}`}
          period={period}
          words={words(period.field)}
          isBusy={isBusy}
          onChange={(condition) => onChange(setCondition(query, period.index, condition))}
          onRemove={() => onChange(removeCondition(query, period.index))}
        />
      ))}
      {others.map(({ index, expression }) => (
        <div key={`o${index}`} className="reading-part">
          <span className="part-label">Only where</span>
          <span className="part-words">
            {conditionWords(expression, words) ?? 'a condition as it is said above'}
          </span>
          <button
            type="button"
            className="link"
            disabled={isBusy}
            onClick={() => onChange(removeCondition(query, index))}
          >
            Remove
          </button>
        </div>
      ))}
    </>
  )
}

interface AddProps extends Omit<Props, 'answer'> {
  readonly query: QueryJson
}

function AddPart({ ontology, isBusy, query, onChange }: AddProps) {
  const [adding, setAdding] = useState<'group' | 'filter' | 'period'>()
  const done = (next: QueryJson) => {
    setAdding(undefined)
    onChange(next)
  }
  if (adding === undefined)
    return (
      <div className="button-row">
        {(['group', 'filter', 'period'] as const).map((kind) => (
          <button key={kind} type="button" className="button slim" onClick={() => setAdding(kind)}>
            Add a {kind}
          </button>
        ))}
      </div>
    )
  const choices = { group: groupChoices, filter: filterChoices, period: timeChoices }[adding](ontology)
  return (
    <PartSelect
      label={`New ${adding}`}
      words="Choose a field"
      choices={choices}
      isBusy={isBusy}
      onChoose={(field) => {
        if (adding === 'group') done(addColumn(query, field))
        else if (adding === 'period') done(addCondition(query, [field, 'during', 'this year']))
        else done(addCondition(query, [field, 'is not null']))
      }}
      onRemove={() => setAdding(undefined)}
    />
  )
}
