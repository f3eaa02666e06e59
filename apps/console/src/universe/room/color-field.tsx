import { useId } from 'react'

interface Props {
  readonly value: string
  readonly onText: (text: string) => void
}

/** The browser's own colour picker. It supports only six-digit colours, so others are converted for it. */
export function ColorField({ value, onText }: Props) {
  const id = useId()
  return (
    <div className="field color-field">
      <label htmlFor={id}>Colour</label>
      <input
        id={id}
        type="color"
        value={sixDigits(value)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </div>
  )
}

function sixDigits(color: string): string {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return '#888888'
  context.fillStyle = color
  return /^#[0-9a-f]{6}$/i.test(context.fillStyle) ? context.fillStyle : '#888888'
}
