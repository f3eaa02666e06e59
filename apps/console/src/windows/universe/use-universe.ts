import { useCallback, useEffect, useState } from 'react'
import type { UniverseState } from '../../api/wire.ts'
import type { ViewProps } from '../open-window.tsx'

const tool = 'get_universe_state'
/** With more bodies the state would have megabytes. */
const mostBodies = 2000
const pauseMs = 5000

interface Summary {
  readonly name: string
  readonly revision: number
  readonly bodies: number
  readonly isLarge: boolean
}

interface Shown {
  readonly summary?: Summary
  readonly state?: UniverseState
}

/**
 * The state to draw. While the window is visible it polls the summary, which is short, and loads the whole state when the
 * revision has changed. A past state does not change.
 */
export function useUniverse({ content, input, call }: ViewProps) {
  const [shown, setShown] = useState<Shown>(isState(content) ? { state: content } : {})
  const [problem, setProblem] = useState<string>()
  const { universeId, revision } = input
  const known = shown.summary?.revision
  const hasState = shown.state !== undefined
  const read = useCallback(async () => {
    const which = revision === undefined ? { universeId } : { universeId, revision }
    const summary = summaryOf(await call(tool, { ...which, view: 'summary' }))
    if (summary.isLarge) return setShown({ summary })
    if (summary.revision === known && hasState) return undefined
    const state = await call(tool, { ...which, view: 'full' })
    return setShown({ summary, ...(isState(state) ? { state } : {}) })
  }, [call, universeId, revision, known, hasState])
  const look = useCallback(() => {
    setProblem(undefined)
    void read().catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : 'The universe cannot be read'),
    )
  }, [read])

  const isFirst = known === undefined
  useEffect(() => {
    if (universeId === undefined || problem !== undefined || (!isFirst && revision !== undefined))
      return undefined
    if (isFirst) {
      look()
      return undefined
    }
    const timer = window.setInterval(() => document.visibilityState === 'visible' && look(), pauseMs)
    return () => window.clearInterval(timer)
  }, [universeId, revision, problem, isFirst, look])

  return { ...shown, problem, retry: look }
}

function isState(value: unknown): value is UniverseState {
  return typeof value === 'object' && value !== null && 'rootIds' in value && 'stars' in value
}

/** The answer of the tool for `view: 'summary'`. */
function summaryOf(value: unknown): Summary {
  const { name, revision, counts } = value as {
    readonly name: string
    readonly revision: number
    readonly counts: { readonly stars: number }
  }
  return { name, revision, bodies: counts.stars, isLarge: counts.stars > mostBodies }
}
