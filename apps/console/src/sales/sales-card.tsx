import { useState } from 'react'
import { api, client } from '../api/client.ts'
import type { AnswerOf } from '../api/answers.ts'
import { useMay } from '../api/use-account.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { toast } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'

const path = '/api/data-agent/ontologies/{ontology_id}/sales'

type Choice = AnswerOf<typeof path>['choices'][number]

interface Props {
  readonly ontologyId: string
  /** Also shown when a person has decided, so that it can be changed. Default: only before that. */
  readonly isAlways?: boolean
}

/** Which rows are the sales of the business, where there is more than one possibility. People know the figure, so each has its own. */
export function SalesCard({ ontologyId, isAlways = false }: Props) {
  const mayEdit = useMay('ontologies:write')
  const mayAsk = useMay('data_agent:write')
  const params = { path: { ontology_id: ontologyId } }
  const sales = api.useQuery('get', path, { params }, { enabled: mayEdit && mayAsk, retry: false })
  if (sales.data === undefined || sales.data.own_revenue !== null || sales.data.choices.length < 2)
    return null
  const { choices, period } = sales.data
  const isConfirmed = choices.some((one) => one.is_confirmed)
  if (isConfirmed && !isAlways) return null
  const props = { ontologyId, choices, isConfirmed, time: period === 'all time' ? period : `the ${period}` }
  // Another answer of the server begins again with what it says.
  return <SalesForm key={JSON.stringify([ontologyId, takenOf(choices)])} {...props} />
}

function takenOf(choices: readonly Choice[]): readonly string[] {
  return choices.flatMap((one) => (one.is_taken ? [one.dataset] : []))
}

interface FormProps {
  readonly ontologyId: string
  readonly choices: readonly Choice[]
  readonly isConfirmed: boolean
  /** The time of the figures, in words. */
  readonly time: string
}

function SalesForm({ ontologyId, choices, isConfirmed, time }: FormProps) {
  const action = useAction()
  const refresh = useRefresh()
  const [ticked, setTicked] = useState(takenOf(choices))
  const decide = (datasets: readonly string[]) =>
    action.run(async () => {
      const params = { path: { ontology_id: ontologyId } }
      await client.PUT(path, { params, body: { datasets: [...datasets] } })
      await refresh(path, '/api/data-agent/ontologies/{ontology_id}')
      toast('Saved')
    })
  const total = choices.reduce((sum, one) => sum + (ticked.includes(one.dataset) ? (one.revenue ?? 0) : 0), 0)
  const unit = choices.find(({ dataset }) => ticked.includes(dataset))?.unit ?? null
  return (
    <Card title={isConfirmed ? 'Your sales' : 'Which figure is your revenue?'}>
      <p className="soft">
        {isConfirmed
          ? 'A person decided which rows are the sales. Answers about revenue, customers and profit use them.'
          : `Answers about sales, customers and profit rest on this. Tick what makes up your revenue of ${time}.`}
      </p>
      <ul className="rows wide-rows">
        {choices.map((choice) => (
          <SalesRow
            key={choice.dataset}
            choice={choice}
            isTicked={ticked.includes(choice.dataset)}
            onTick={(isOn) =>
              setTicked(isOn ? [...ticked, choice.dataset] : ticked.filter((name) => name !== choice.dataset))
            }
          />
        ))}
      </ul>
      <div className="button-row">
        <button
          type="button"
          className="button primary slim"
          disabled={action.isBusy || ticked.length === 0}
          onClick={() => void decide(ticked)}
        >
          {ticked.length === 0 ? 'Tick at least one' : `Our revenue is ${figureText(total, unit)}`}
        </button>
        {isConfirmed && (
          <button
            type="button"
            className="button slim"
            disabled={action.isBusy}
            onClick={() => void decide([])}
          >
            Find it again
          </button>
        )}
      </div>
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
    </Card>
  )
}

interface RowProps {
  readonly choice: Choice
  readonly isTicked: boolean
  readonly onTick: (isOn: boolean) => void
}

function SalesRow({ choice, isTicked, onTick }: RowProps) {
  const { label, meaning, revenue, unit, is_taken: isTaken, is_confirmed: isConfirmed } = choice
  return (
    <li>
      <CheckField
        label={
          <>
            <strong>{figureText(revenue, unit)}</strong> from {label}{' '}
            {isTaken && (
              <Badge tone={isConfirmed ? 'good' : 'plain'}>{isConfirmed ? 'chosen' : 'used now'}</Badge>
            )}
          </>
        }
        hint={meaning}
        isChecked={isTicked}
        onCheck={onTick}
      />
    </li>
  )
}

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 })

function figureText(revenue: number | null, unit: string | null): string {
  if (revenue === null) return 'No figure'
  return unit === null ? numbers.format(revenue) : `${numbers.format(revenue)} ${unit}`
}
