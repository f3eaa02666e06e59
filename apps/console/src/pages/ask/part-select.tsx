import { useId } from 'react'
import type { Choice } from './choices.ts'

interface Props {
  readonly label: string
  /** The current value. */
  readonly words: string
  readonly choices: readonly Choice[]
  readonly isBusy: boolean
  readonly onChoose: (expression: unknown) => void
  readonly onRemove?: () => void
}

/** One part of the reading, which can be replaced by another of its kind. */
export function PartSelect({ label, words, choices, isBusy, onChoose, onRemove }: Props) {
  const id = useId()
  const groups = Map.groupBy(choices, ({ group }) => group)
  return (
    <div className="reading-part">
      <label className="part-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        value=""
        disabled={isBusy}
        onChange={(event) => onChoose(JSON.parse(event.currentTarget.value))}
      >
        <option value="">{words}</option>
        {[...groups].map(([name, all]) => (
          <optgroup key={name} label={name}>
            {all.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {onRemove !== undefined && (
        <button
          type="button"
          className="link"
          disabled={isBusy}
          onClick={onRemove}
          aria-label={`Remove ${words}`}
        >
          Remove
        </button>
      )}
    </div>
  )
}
