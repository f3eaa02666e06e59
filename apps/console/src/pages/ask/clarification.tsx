import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import type { AskReply, AskRequest } from './use-asking.ts'

interface Props {
  readonly reply: AskReply
  readonly isBusy: boolean
  readonly onAsk: (request: Omit<AskRequest, 'ontologyId'>) => void
}

/** The questions back, each with its suggestions as buttons. One question is answered by one click. */
export function Clarification({ reply: { answer, request }, isBusy, onAsk }: Props) {
  const questions = answer.questions ?? []
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const go = (more: Partial<AskRequest>) =>
    onAsk({
      question: request.question,
      conversationId: answer.conversation_id ?? request.conversationId,
      ...more,
    })
  const choose = (label: string, choice: string) => {
    const answers = { ...request.answers, ...given, [label]: choice }
    setGiven(answers)
    if (questions.every((one) => answers[one.label] !== undefined)) go({ answers })
  }
  return (
    <Card title="What do you mean?">
      {questions.map(({ question, suggestions, label }) => (
        <div key={label} className="ask-clarify" role="group" aria-label={question}>
          <p>{question}</p>
          <div className="ask-chips">
            {suggestions.map((choice) => (
              <button
                key={choice}
                type="button"
                className="chip"
                aria-pressed={given[label] === choice}
                disabled={isBusy}
                onClick={() => choose(label, choice)}
              >
                {choice}
              </button>
            ))}
          </div>
        </div>
      ))}
      <p>
        <button
          type="button"
          className="link"
          disabled={isBusy}
          onClick={() => go({ answers: { ...request.answers, ...given }, proceed: true })}
        >
          Take the likeliest and say so
        </button>
      </p>
    </Card>
  )
}
