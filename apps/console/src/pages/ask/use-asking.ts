import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, QueryJson } from '../../answer/answer.ts'
import { client } from '../../api/client.ts'
import { asProblem, plainProblem, type Problem } from '../../api/problem.ts'
import { followQuestion, type Progress } from './follow-question.ts'

export interface AskRequest {
  readonly ontologyId: string
  readonly question: string
  /** Sent instead of the question, if a person has changed the reading. */
  readonly query?: QueryJson | undefined
  readonly conversationId?: string | undefined
  readonly answers?: Readonly<Record<string, string>>
  readonly proceed?: boolean
}

export interface AskReply {
  readonly request: AskRequest
  readonly answer: Answer
  /** Empty for an answer from the history. */
  readonly narrative: string
}

export interface Asking {
  readonly reply: AskReply | undefined
  readonly progress: Progress | undefined
  readonly problem: Problem | undefined
  readonly isBusy: boolean
  readonly ask: (request: AskRequest) => void
  readonly cancel: () => void
  /** Shows an earlier answer. */
  readonly show: (reply: AskReply | undefined) => void
}

const mostRows = 10_000

/** Asks one question at a time, with its progress and its answer. The previous answer stays until the next one arrives. */
export function useAsking(): Asking {
  const [reply, setReply] = useState<AskReply>()
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<Problem>()
  const running = useRef<AbortController>(undefined)
  const ask = useCallback((request: AskRequest) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setProgress({ step: 0, of: 6, says: 'Sent' })
    const { signal } = controller
    const work = async () => {
      try {
        const next = await send(request, signal, (report) => !signal.aborted && setProgress(report))
        if (!signal.aborted) setReply(next)
      } catch (caught) {
        if (!signal.aborted) setProblem(plainProblem(asProblem(caught)))
      }
      if (!signal.aborted) setProgress(undefined)
    }
    void work()
  }, [])
  const cancel = useCallback(() => {
    running.current?.abort()
    setProgress(undefined)
  }, [])
  useEffect(() => () => running.current?.abort(), [])
  const show = useCallback(
    (next: AskReply | undefined) => {
      cancel()
      setProblem(undefined)
      setReply(next)
    },
    [cancel],
  )
  return { reply, progress, problem, isBusy: progress !== undefined, ask, cancel, show }
}

async function send(
  request: AskRequest,
  signal: AbortSignal,
  onProgress: (report: Progress) => void,
): Promise<AskReply> {
  const { ontologyId, question, query, conversationId, answers, proceed = false } = request
  const following = await followQuestion(onProgress, signal)
  try {
    const common = {
      ontology_id: ontologyId,
      max_rows: mostRows,
      progress_id: following.id,
      ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
    }
    const { data } =
      query === undefined
        ? await client.POST('/api/data-agent/ask', {
            body: {
              ...common,
              question,
              proceed_with_assumptions: proceed,
              ...(answers === undefined ? {} : { clarification_answers: { ...answers } }),
            },
            signal,
          })
        : await client.POST('/api/data-agent/query', { body: { ...common, query }, signal })
    // The client throws unless there is an answer.
    const { answer, content } = data!
    return { request, answer, narrative: answer.status === 'answered' ? (content[0]?.text ?? '') : '' }
  } finally {
    following.stop()
  }
}
