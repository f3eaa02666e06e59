import { useEffect, useEffectEvent, useState } from 'react'
import type { Answer } from '../../answer/answer.ts'
import { api, client } from '../../api/client.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useMay } from '../../api/use-account.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { AskReply } from './use-asking.ts'

const path = '/api/data-agent/conversations'
const few = 12

interface Props {
  /** The conversation of a link, which is shown at once. */
  readonly linked: string | undefined
  readonly onShow: (reply: AskReply) => void
}

/** Earlier questions, from here and from assistants. */
export function HistoryCard({ linked, onShow }: Props) {
  const list = api.useQuery('get', path)
  const refresh = useRefresh()
  const action = useAction()
  const mayForget = useMay('data_agent:write')
  const [isWhole, setWhole] = useState(false)
  const one = (id: string) => ({ params: { path: { conversation_id: id } } })
  const open = (id: string) =>
    action.run(async () => {
      const { data } = await client.GET(`${path}/{conversation_id}`, one(id))
      const turn = data?.turns.at(-1)
      if (data === undefined || turn === undefined) return
      const request = { ontologyId: data.ontology_id ?? '', question: turn.question, conversationId: id }
      // The server stores each answer in this format.
      const answer = { ...(turn.answer as Answer), conversation_id: id }
      onShow({ request, answer, narrative: '' })
    })
  const openLinked = useEffectEvent(() => void (linked !== undefined && open(linked)))
  useEffect(() => openLinked(), [linked])
  const forget = (id: string) =>
    action.run(async () => {
      await client.DELETE(`${path}/{conversation_id}`, one(id))
      await refresh(path)
    })
  return (
    <Card title="Asked before" className="ask-history">
      {action.problem !== undefined && <ProblemNote problem={action.problem} />}
      <Loaded query={list}>
        {({ conversations }) =>
          conversations.length === 0 ? (
            <p className="soft">Nothing yet.</p>
          ) : (
            <>
              <ul className="rows">
                {conversations.slice(0, isWhole ? undefined : few).map(({ id, title, updated_at: at }) => (
                  <li key={id}>
                    <HistoryLine
                      title={title}
                      at={at}
                      onOpen={() => void open(id)}
                      {...(mayForget ? { onForget: () => void forget(id) } : {})}
                    />
                  </li>
                ))}
              </ul>
              {conversations.length > few && !isWhole && (
                <button type="button" className="link" onClick={() => setWhole(true)}>
                  Show all {conversations.length}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

interface LineProps {
  readonly title: string
  readonly at: string
  readonly onOpen: () => void
  readonly onForget?: () => void
}

function HistoryLine({ title, at, onOpen, onForget }: LineProps) {
  return (
    <>
      <span className="grow">
        <button type="button" className="link clip" onClick={onOpen}>
          {title}
        </button>
        <span className="small soft">
          <Moment at={at} />
        </span>
      </span>
      {onForget !== undefined && (
        <button type="button" className="icon-button" aria-label={`Forget ${title}`} onClick={onForget}>
          <Icon name="cross" size={16} />
        </button>
      )}
    </>
  )
}
