import { useId, type InputHTMLAttributes } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  /** Gets the focus when its dialog opens. */
  readonly 'data-first'?: boolean
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly onText: (text: string) => void
}

export function Field({ label, hint, error, onText, ...input }: Props) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : noteId}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? 'small soft' : 'small field-error'}>
          {note}
        </p>
      )}
    </div>
  )
}
