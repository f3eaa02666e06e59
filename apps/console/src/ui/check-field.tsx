import type { ReactNode } from 'react'

interface Props {
  readonly label: ReactNode
  readonly hint?: string
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  readonly onCheck: (isChecked: boolean) => void
}

export function CheckField({ label, hint, isChecked, isDisabled = false, onCheck }: Props) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <span className="small soft">{hint}</span>}
      </span>
    </label>
  )
}
