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
import { Narrative } from './narrative.tsx'
import { ReadingEditor } from './reading-editor.tsx'
import { ShareButton } from './share-button.tsx'
import type { Told, Wish } from './use-asking.ts'
import { WrongDialog } from './wrong-dialog.tsx'

interface Props {
  readonly told: Told
  readonly ontology: Ontology | undefined
  readonly isBusy: boolean
  readonly onAsk: (wish: Omit<Wish, 'ontologyId'>) => void
}

/** What came of a question. */
export function AnswerView({ told, ontology, isBusy, onAsk }: Props) {
  const { answer, wish } = told
  if (answer.status === 'clarification') return <Clarification told={told} isBusy={isBusy} onAsk={onAsk} />
  if (answer.status === 'cannot_answer')
    return (
      <Card title="This cannot be answered from this data">
        <p>{answer.reason}</p>
        {(answer.missing ?? []).length > 0 && <p>Missing: {answer.missing?.join(', ')}</p>}
        <p className="soft">There is: {answer.available?.join(', ')}</p>
      </Card>
    )
  const go = (query: NonNullable<Wish['query']>) =>
    onAsk({ question: wish.question, query, conversationId: answer.conversation_id || undefined })
  return (
    <>
      <Card title={wish.question || 'Answer'} actions={<AnswerActions told={told} ontology={ontology} />}>
        {answer.verified !== undefined && (
          <p>
            <Badge tone="good">
              Verified{answer.verified.by === null ? '' : ` by ${answer.verified.by}`}
            </Badge>
          </p>
        )}
        {told.narrative === '' ? <p>{answer.restatement}</p> : <Narrative text={told.narrative} />}
        {(answer.caveats ?? []).map((caveat) => (
          <p key={caveat} className="note warn">
            {caveat}
          </p>
        ))}
        <AnswerFigure answer={answer} title={wish.question} />
      </Card>
      {answer.query !== undefined && ontology !== undefined && (
        <ReadingEditor answer={answer} ontology={ontology} isBusy={isBusy} onChange={go} />
      )}
      <Assumptions answer={answer} isBusy={isBusy} onFlip={go} />
      <FollowUps told={told} ontology={ontology} isBusy={isBusy} onAsk={onAsk} />
      <Behind answer={answer} />
    </>
  )
}

function AnswerActions({ told, ontology }: Pick<Props, 'told' | 'ontology'>) {
  const [isWrong, setWrong] = useState(false)
  const mayVerify = useMay('ontologies:write')
  return (
    <>
      <ShareButton told={told} />
      {mayVerify && ontology !== undefined && told.answer.verified === undefined && (
        <button type="button" className="button slim" onClick={() => setWrong(true)}>
          Wrong?
        </button>
      )}
      {isWrong && ontology !== undefined && (
        <WrongDialog told={told} ontology={ontology} onClose={() => setWrong(false)} />
      )}
    </>
  )
}
