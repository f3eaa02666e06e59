import { useEffect, useEffectEvent, useState } from 'react'
import type { QueryJson } from '../../answer/answer.ts'
import { api } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useMay } from '../../api/use-account.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { SalesCard } from '../../sales/sales-card.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { AnswerView } from './answer-view.tsx'
import type { Ontology } from './choices.ts'
import { HistoryCard } from './history-card.tsx'
import { linkOf } from './link-of.ts'
import { ProgressNote } from './progress-note.tsx'
import { QuestionBox } from './question-box.tsx'
import { WhatWasRead } from './what-was-read.tsx'
import { useAsking, type Asking, type AskReply, type AskRequest } from './use-asking.ts'
import './ask.css'

const path = '/api/data-agent/ontologies'

/** Ask a question, see how it was read, change the reading. */
export function Page() {
  const ontologies = api.useQuery('get', path, {}, { refetchInterval: untilReady })
  return (
    <PageFrame
      title="Ask"
      about="Questions about your data in plain words, with how they were read and where the figures come from."
    >
      <Loaded query={ontologies}>
        {({ ontologies: all }) => {
          const ready = all.filter(({ status }) => status === 'ready')
          return ready.length === 0 ? <NothingToAsk isMaking={all.length > 0} /> : <AskRoom ready={ready} />
        }}
      </Loaded>
    </PageFrame>
  )
}

/** Reloaded until there is an ontology: on the first start the sample shop is still being opened. */
function untilReady({ state }: { state: { data?: { ontologies: { status: string }[] } | undefined } }) {
  const all = state.data?.ontologies ?? []
  if (all.some(({ status }) => status === 'ready')) return false
  return all.some(({ status }) => status === 'creating') ? 1000 : 5000
}

function NothingToAsk({ isMaking }: { readonly isMaking: boolean }) {
  return (
    <Card>
      <Empty
        icon="data"
        title={isMaking ? 'Your data is being read' : 'There is no data to ask about yet'}
        action={
          <Link to="/app/data" className="button primary">
            {isMaking ? 'See how far it is' : 'Add data'}
          </Link>
        }
      >
        {isMaking ? 'This takes a moment.' : 'Drop a CSV file, or connect a database.'}
      </Empty>
    </Card>
  )
}

interface Ready {
  readonly id: string
  readonly name: string
}

function AskRoom({ ready }: { readonly ready: readonly Ready[] }) {
  const [search, setSearch] = useSearch()
  const mayAsk = useMay('data_agent:write')
  const asking = useAsking()
  const chosen = ready.find(({ id }) => id === search['ontology']) ?? ready[0]
  const ontologyId = chosen?.id ?? ''
  const ontology = api.useQuery('get', `${path}/{ontology_id}`, {
    params: { path: { ontology_id: ontologyId } },
  })
  const [text, setText] = useState(search['q'] ?? '')
  const { ask, reply } = asking
  const start = (request: Omit<AskRequest, 'ontologyId'>) => {
    setText(request.question)
    setSearch({
      ontology: ontologyId,
      q: request.question,
      query: request.query === undefined ? undefined : JSON.stringify(request.query),
    })
    ask({ ontologyId, ...request })
  }
  useLinkedQuestion(search, mayAsk, (request) => ask({ ontologyId, ...request }))
  useFreshHistory(reply)
  useAddressOf(reply, setSearch)
  return (
    <div className="ask-room">
      <div>
        <Card>
          <SelectField
            label="About"
            value={ontologyId}
            options={ready.map(({ id, name }) => ({ value: id, title: name }))}
            onValue={(id) => {
              asking.show(undefined)
              setSearch({ ontology: id, q: undefined, query: undefined })
            }}
          />
          <QuestionBox
            ontology={ontology.data}
            text={text}
            onText={setText}
            isBusy={asking.isBusy}
            mayAsk={mayAsk}
            onAsk={(question) => start({ question })}
          />
          <AskingState asking={asking} />
        </Card>
        <Below asking={asking} ontology={ontology.data} onAsk={start} />
      </div>
      <HistoryCard
        linked={search['conversation']}
        onShow={(next) => {
          asking.show(next)
          setText(next.request.question)
        }}
      />
    </div>
  )
}

interface BelowProps {
  readonly asking: Asking
  readonly ontology: Ontology | undefined
  readonly onAsk: (request: Omit<AskRequest, 'ontologyId'>) => void
}

/** The answer; before the first one, what it will rest on. */
function Below({ asking: { reply, isBusy }, ontology, onAsk }: BelowProps) {
  if (reply !== undefined)
    return <AnswerView reply={reply} ontology={ontology} isBusy={isBusy} onAsk={onAsk} />
  if (isBusy || ontology === undefined) return null
  return (
    <>
      {!ontology.is_sample && <SalesCard ontologyId={ontology.id} />}
      <WhatWasRead ontology={ontology} />
    </>
  )
}

function AskingState({ asking: { progress, problem, cancel } }: { readonly asking: Asking }) {
  return (
    <>
      {progress !== undefined && <ProgressNote progress={progress} onCancel={cancel} />}
      {problem !== undefined && <ProblemNote problem={problem} />}
    </>
  )
}

/** The address leads to the answer that is shown. */
function useAddressOf(
  reply: AskReply | undefined,
  setSearch: (values: Readonly<Record<string, string | undefined>>) => void,
): void {
  const change = useEffectEvent(() => {
    if (reply !== undefined) setSearch(linkOf(reply))
  })
  useEffect(() => change(), [reply])
}

/** Refreshes the list of earlier questions after each answer. */
function useFreshHistory(reply: AskReply | undefined): void {
  const refresh = useRefresh()
  useEffect(() => {
    if (reply !== undefined) void refresh('/api/data-agent/conversations')
  }, [reply, refresh])
}

/** A shared link asks its question once. */
function useLinkedQuestion(
  search: Readonly<Record<string, string>>,
  mayAsk: boolean,
  ask: (request: Omit<AskRequest, 'ontologyId'>) => void,
): void {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (isDone) return
    setDone(true)
    const question = search['q'] ?? ''
    if (mayAsk && question !== '') ask({ question, query: queryFrom(search['query']) })
  }, [isDone, search, mayAsk, ask])
}

function queryFrom(text: string | undefined): QueryJson | undefined {
  if (text === undefined) return undefined
  try {
    // The server validates it.
    return JSON.parse(text) as QueryJson
  } catch {
    return undefined
  }
}
