import { useState, type FormEvent } from 'react'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import type { Ontology } from './choices.ts'
import type { AskReply, AskRequest } from './use-asking.ts'

interface Props {
  readonly reply: AskReply
  readonly ontology: Ontology | undefined
  readonly isBusy: boolean
  readonly onAsk: (request: Omit<AskRequest, 'ontologyId'>) => void
}

/** A follow-up question to this answer. */
export function FollowUps({ reply, ontology, isBusy, onAsk }: Props) {
  const [text, setText] = useState('')
  const conversationId = reply.answer.conversation_id || reply.request.conversationId
  const go = (question: string) => {
    setText('')
    onAsk({ question, conversationId })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') go(text.trim())
  }
  return (
    <Card title="Go on">
      <div className="ask-chips" role="group" aria-label="Follow-up questions">
        {ideas(reply, ontology).map((idea) => (
          <button key={idea} type="button" className="chip" disabled={isBusy} onClick={() => go(idea)}>
            {idea}
          </button>
        ))}
      </div>
      <form className="ask-line" onSubmit={submit}>
        <Field
          label="Follow-up"
          value={text}
          maxLength={2000}
          placeholder="What else do you want to know?"
          onText={setText}
        />
        <button type="submit" className="button" disabled={isBusy}>
          Ask
        </button>
      </form>
    </Card>
  )
}

/** How the server says that a column has no value. */
const emptyColumn = 'It is empty.'

/** Grouped by another field of the same data, or over time. */
function ideas({ answer }: AskReply, ontology: Ontology | undefined): readonly string[] {
  const used = new Set((answer.lineage?.datasets ?? []).map(({ name }) => name))
  const shown = new Set((answer.columns ?? []).map(({ label }) => label.toLowerCase()))
  const fields = (ontology?.datasets ?? [])
    .filter(({ name }) => used.has(name))
    .flatMap(({ fields: all }) => all.filter(({ is_hidden: isHidden }) => !isHidden))
  const dimensions = fields.filter(
    ({ role, label, understood }) =>
      role === 'dimension' && !shown.has(label.toLowerCase()) && understood !== emptyColumn,
  )
  const hasTime = fields.some(({ role }) => role === 'time')
  const isOverTime = (answer.columns ?? []).some(({ name }) =>
    /^(?:day|week|month|quarter|year)\b/.test(name),
  )
  return [
    ...(hasTime && !isOverTime ? ['by month'] : []),
    ...(hasTime ? ['only last year'] : []),
    ...dimensions.slice(0, 3).map(({ label }) => `by ${label.toLowerCase()}`),
  ]
}
