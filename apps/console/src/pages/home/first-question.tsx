import { useState, type FormEvent } from 'react'
import type { Answer } from '../../answer/answer.ts'
import { api, client } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { writeSearch } from '../../navigation/search.ts'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ShortAnswer } from './short-answer.tsx'

interface Reply {
  readonly question: string
  readonly answer: Answer
  readonly narrative: string
}

const samples: readonly [string, ...string[]] = [
  'total sales by region last quarter',
  'which 5 customers ordered most this year?',
  'How many orders are there?',
]

/** The first answered question, from the sample shop, without leaving the page. Not shown to a person who has asked before. */
export function FirstQuestion() {
  const ontologies = api.useQuery('get', '/api/data-agent/ontologies', {}, { refetchInterval: readyInterval })
  const conversations = api.useQuery('get', '/api/data-agent/conversations', {}, { staleTime: Infinity })
  const sample = ontologies.data?.ontologies.find((each) => each.is_sample)
  const isNew = conversations.data?.conversations.length === 0
  if (sample === undefined || !isNew) return null
  return (
    <Card title="Begin: ask the sample shop a question">
      <p className="soft">
        Quipu comes with a small shop of made-up customers and orders, so that you can see how answers look.
      </p>
      {sample.status === 'ready' ? (
        <AskForm ontologyId={sample.id} />
      ) : (
        <p role="status">The shop is being opened …</p>
      )}
    </Card>
  )
}

function readyInterval(query: {
  state: { data?: { ontologies: { is_sample: boolean; status: string }[] } | undefined }
}) {
  const sample = query.state.data?.ontologies.find((each) => each.is_sample)
  return sample?.status === 'creating' ? 1000 : false
}

function AskForm({ ontologyId }: { readonly ontologyId: string }) {
  const action = useAction()
  const [question, setQuestion] = useState('')
  const [reply, setReply] = useState<Reply>()
  const ask = (asked: string) => {
    setQuestion(asked)
    setReply(undefined)
    void action.run(async () => {
      const body = { ontology_id: ontologyId, question: asked }
      const { data } = await client.POST('/api/data-agent/ask', { body })
      if (data !== undefined)
        setReply({ question: asked, answer: data.answer, narrative: data.content[0]?.text ?? '' })
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An empty field shows the first sample.
    ask(question.trim() || samples[0])
  }
  return (
    <form onSubmit={submit}>
      <Field
        label="Your question"
        value={question}
        onText={setQuestion}
        placeholder={samples[0]}
        maxLength={1000}
      />
      <div className="button-row">
        <button type="submit" className="button primary" disabled={action.isBusy}>
          Ask
        </button>
        {samples.map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            disabled={action.isBusy}
            onClick={() => ask(each)}
          >
            {each}
          </button>
        ))}
      </div>
      {action.isBusy && <p role="status">Looking it up …</p>}
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      {reply !== undefined && <ShortAnswer {...reply} onAsk={ask} />}
      {reply?.answer.status === 'answered' && (
        <p>
          <Link to={`/app/ask${writeSearch({ ontology: ontologyId, q: reply.question })}`} className="button">
            See how it was read
          </Link>
        </p>
      )}
    </form>
  )
}
