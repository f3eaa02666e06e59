import { useId } from 'react'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly title: string }[]
  readonly hint?: string | undefined
  readonly onValue: (value: Value) => void
}

export function SelectField<Value extends string>({ label, value, options, hint, onValue }: Props<Value>) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen !== undefined) onValue(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-note`} className="small soft">
          {hint}
        </p>
      )}
    </div>
  )
}
