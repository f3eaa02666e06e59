import { useState } from 'react'
import { useMay } from '../../api/use-account.ts'
import { Card } from '../../ui/card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { AnswerFigure } from './answer-figure.tsx'
import { Assumptions } from './assumptions.tsx'
import { Behind } from './behind.tsx'
import type { Ontology } from './choices.ts'
import { Clarification } from './clarification.tsx'
import { FollowUps } from './follow-ups.tsx'
import { NoAnswer } from './no-answer.tsx'
import { Narrative } from '../../answer/narrative.tsx'
import { ReadingEditor } from './reading-editor.tsx'
import { ShareButton } from './share-button.tsx'
import type { AskReply, AskRequest } from './use-asking.ts'
import { WrongDialog } from './wrong-dialog.tsx'

interface Props {
  readonly reply: AskReply
  readonly ontology: Ontology | undefined
  readonly isBusy: boolean
  readonly onAsk: (request: Omit<AskRequest, 'ontologyId'>) => void
}

/** The result of a question. */
export function AnswerView({ reply, ontology, isBusy, onAsk }: Props) {
  const { answer, request } = reply
  if (answer.status === 'clarification') return <Clarification reply={reply} isBusy={isBusy} onAsk={onAsk} />
  if (answer.status === 'cannot_answer')
    return <NoAnswer reply={reply} ontology={ontology} isBusy={isBusy} onAsk={onAsk} />
  const go = (query: NonNullable<AskRequest['query']>) =>
    onAsk({ question: request.question, query, conversationId: answer.conversation_id || undefined })
  return (
    <>
      <Card
        title={request.question || 'Answer'}
        actions={<AnswerActions reply={reply} ontology={ontology} />}
      >
        {answer.verified !== undefined && (
          <p>
            <Badge tone="good">
              Verified{answer.verified.by === null ? '' : ` by ${answer.verified.by}`}
            </Badge>
          </p>
        )}
        {reply.narrative === '' ? <p>{answer.restatement}</p> : <Narrative text={reply.narrative} />}
        {(answer.caveats ?? []).map((caveat) => (
          <p key={caveat} className="note warn">
            {caveat}
          </p>
        ))}
        <AnswerFigure answer={answer} title={request.question} ontology={ontology} />
      </Card>
      {answer.query !== undefined && ontology !== undefined && (
        <ReadingEditor answer={answer} ontology={ontology} isBusy={isBusy} onChange={go} />
      )}
      <Assumptions answer={answer} isBusy={isBusy} onFlip={go} />
      <FollowUps reply={reply} ontology={ontology} isBusy={isBusy} onAsk={onAsk} />
      <Behind answer={answer} />
    </>
  )
}

function AnswerActions({ reply, ontology }: Pick<Props, 'reply' | 'ontology'>) {
  const [isWrong, setWrong] = useState(false)
  const mayVerify = useMay('ontologies:write')
  return (
    <>
      <ShareButton reply={reply} />
      {mayVerify && ontology !== undefined && reply.answer.verified === undefined && (
        <button type="button" className="button slim" onClick={() => setWrong(true)}>
          Wrong?
        </button>
      )}
      {isWrong && ontology !== undefined && (
        <WrongDialog reply={reply} ontology={ontology} onClose={() => setWrong(false)} />
      )}
    </>
  )
}
