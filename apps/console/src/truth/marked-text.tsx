import './truth.css'

interface Props {
  readonly text: string
  /** What is marked: from here to there, the end excluded. */
  readonly from: number
  readonly to: number
}

/** A text with one place in it marked. */
export function MarkedText({ text, from, to }: Props) {
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}
