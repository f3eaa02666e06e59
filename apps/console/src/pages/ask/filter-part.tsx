import { useId, useState, type FormEvent } from 'react'
import { operators, periodWords, valueWords } from './expression-words.ts'
import { typedValue, type Filter } from './query-parts.ts'

interface Props {
  readonly words: string
  readonly isBusy: boolean
  readonly onChange: (condition: unknown) => void
  readonly onRemove: () => void
}

/** A condition on a field: the comparison and the value can be changed. */
export function FilterPart({
  filter,
  words,
  isBusy,
  onChange,
  onRemove,
}: Props & { readonly filter: Filter }) {
  const id = useId()
  const { field, operator, value } = filter
  const [way, setWay] = useState(operator)
  const [text, setText] = useState(valueWords(value))
  const hasValue = !way.includes('null')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const isList = way === 'in' || way === 'not in'
    const next = typedValue(text, isList && !Array.isArray(value) ? [value] : value)
    onChange(hasValue ? [field, way, next] : [field, way])
  }
  const isPlain = value === undefined || typeof value !== 'object' || Array.isArray(value)
  const known = { ...(operator in operators ? {} : { [operator]: operator }), ...operators }
  return (
    <form className="reading-part" onSubmit={apply}>
      <label className="part-label" htmlFor={hasValue ? id : `${id}-way`}>
        Only where {words}
      </label>
      <select
        id={`${id}-way`}
        value={way}
        disabled={isBusy}
        aria-label={`Comparison of ${words}`}
        onChange={(event) => setWay(event.currentTarget.value)}
      >
        {Object.entries(known).map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
      {hasValue && (
        <input
          id={id}
          value={text}
          disabled={isBusy || !isPlain}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {isPlain && (
        <button type="submit" className="button slim" disabled={isBusy}>
          Apply
        </button>
      )}
      <RemoveButton what={`the filter on ${words}`} isBusy={isBusy} onRemove={onRemove} />
    </form>
  )
}

const periods = ['today', 'this month', 'last month', 'this quarter', 'last quarter', 'this year', 'last year', 'last 30 days', 'last 12 months'] // prettier-ignore

export function PeriodPart({
  period,
  words,
  isBusy,
  onChange,
  onRemove,
}: Props & { readonly period: Filter }) {
  const id = useId()
  const former = periodWords(period.value)
  const [text, setText] = useState(former)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onChange([period.field, 'during', text.trim() === former ? period.value : text.trim()])
  }
  return (
    <form className="reading-part" onSubmit={apply}>
      <label className="part-label" htmlFor={id}>
        Period of {words}
      </label>
      <input
        id={id}
        list={`${id}-periods`}
        value={text}
        disabled={isBusy}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={`${id}-periods`}>
        {periods.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <button type="submit" className="button slim" disabled={isBusy}>
        Apply
      </button>
      <RemoveButton what={`the period of ${words}`} isBusy={isBusy} onRemove={onRemove} />
    </form>
  )
}

interface RemoveProps extends Pick<Props, 'isBusy' | 'onRemove'> {
  readonly what: string
}

function RemoveButton({ what, isBusy, onRemove }: RemoveProps) {
  return (
    <button type="button" className="link" disabled={isBusy} onClick={onRemove} aria-label={`Remove ${what}`}>
      Remove
    </button>
  )
}
