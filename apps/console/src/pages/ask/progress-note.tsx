import type { Progress } from './follow-question.ts'

const words: Readonly<Record<string, string>> = {
  planner: 'Reading the question',
  navigator: 'Finding how the data is connected',
  'sql builder': 'Writing the SQL',
  executor: 'Asking the database',
  verifier: 'Checking the figures',
  explainer: 'Writing the answer',
}

interface Props {
  readonly progress: Progress
  readonly onCancel: () => void
}

export function ProgressNote({ progress: { step, of, says }, onCancel }: Props) {
  const text = words[says] ?? says
  return (
    <div className="ask-progress">
      <progress value={step} max={of} aria-label="How far the question is" />
      <span role="status">{text} …</span>
      <button type="button" className="button slim" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
