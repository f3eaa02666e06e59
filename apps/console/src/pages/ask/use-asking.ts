import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answer, QueryJson } from '../../answer/answer.ts'
import { client } from '../../api/client.ts'
import { asProblem, type Problem } from '../../api/problem.ts'
import { followQuestion, type Progress } from './follow-question.ts'

export interface Wish {
  readonly ontologyId: string
  readonly question: string
  /** Sent instead of the question, where a person has changed the reading. */
  readonly query?: QueryJson | undefined
  readonly conversationId?: string | undefined
  readonly answers?: Readonly<Record<string, string>>
  readonly proceed?: boolean
}

export interface Told {
  readonly wish: Wish
  readonly answer: Answer
  /** Empty for an answer of the history. */
  readonly narrative: string
}

export interface Asking {
  readonly told: Told | undefined
  readonly progress: Progress | undefined
  readonly problem: Problem | undefined
  readonly isBusy: boolean
  readonly ask: (wish: Wish) => void
  readonly cancel: () => void
  /** Shows an answer that was given before. */
  readonly show: (told: Told | undefined) => void
}

const mostRows = 10_000

/** One question at a time: how far it is, and what it was answered with. The former answer stays until the next is there. */
export function useAsking(): Asking {
  const [told, setTold] = useState<Told>()
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<Problem>()
  const running = useRef<AbortController>(undefined)
  const ask = useCallback((wish: Wish) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setProgress({ step: 0, of: 6, says: 'Sent' })
    const { signal } = controller
    const work = async () => {
      try {
        const next = await send(wish, signal, (report) => !signal.aborted && setProgress(report))
        if (!signal.aborted) setTold(next)
      } catch (caught) {
        if (!signal.aborted) setProblem(asProblem(caught))
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
    (next: Told | undefined) => {
      cancel()
      setProblem(undefined)
      setTold(next)
    },
    [cancel],
  )
  return { told, progress, problem, isBusy: progress !== undefined, ask, cancel, show }
}

async function send(wish: Wish, signal: AbortSignal, onProgress: (report: Progress) => void): Promise<Told> {
  const { ontologyId, question, query, conversationId, answers, proceed = false } = wish
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
    // The client throws for anything but an answer.
    const { answer, content } = data!
    return { wish, answer, narrative: answer.status === 'answered' ? (content[0]?.text ?? '') : '' }
  } finally {
    following.stop()
  }
}
