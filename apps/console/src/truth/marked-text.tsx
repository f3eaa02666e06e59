import './truth.css'

interface Props {
  readonly text: string
  /** The marked range, the end excluded. */
  readonly from: number
  readonly to: number
}

/** A text with one marked range. */
export function MarkedText({ text, from, to }: Props) {
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
