import { useId, useState, type FormEvent } from 'react'
import { client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormEnd } from '../../ui/form-end.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Ontology } from './choices.ts'
import type { AskReply } from './use-asking.ts'

interface Props {
  readonly reply: AskReply
  readonly ontology: Ontology
  readonly onClose: () => void
}

/** A person writes the right SQL, and the question is answered by it from then on. */
export function WrongDialog({ reply: { request, answer }, ontology, onClose }: Props) {
  const id = useId()
  const refresh = useRefresh()
  const action = useAction()
  const [question, setQuestion] = useState(request.question)
  const [sql, setSql] = useState(answer.sql ?? '')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { overlay } = ontology
    const others = (overlay.verified ?? []).filter(
      (one) => one.question.toLowerCase() !== question.trim().toLowerCase(),
    )
    const isDone = await action.run(async () => {
      await client.PATCH('/api/data-agent/ontologies/{ontology_id}', {
        params: { path: { ontology_id: ontology.id } },
        body: { overlay: { ...overlay, verified: [...others, { question: question.trim(), sql }] } },
      })
      await refresh('/api/data-agent/ontologies/{ontology_id}')
    })
    if (!isDone) return
    toast('Saved. This question is answered by your SQL from now on.')
    onClose()
  }
  return (
    <Dialog title="Save as a verified question" onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <p className="soft">
          If only the reading is wrong, close this and change the reading instead. What you save here is
          signed with your name, and everyone who asks the question gets your answer.
        </p>
        <Field label="Question" value={question} maxLength={2000} required data-first onText={setQuestion} />
        <div className="field">
          <label htmlFor={id}>SQL that answers it</label>
          <textarea
            id={id}
            className="code-area"
            rows={10}
            maxLength={20_000}
            required
            spellCheck={false}
            value={sql}
            onChange={(event) => setSql(event.currentTarget.value)}
          />
        </div>
        <FormEnd action={action} verb="Save" onClose={onClose} />
      </form>
    </Dialog>
  )
}
