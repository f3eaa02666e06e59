import { useCallback, useState } from 'react'
import { asProblem, type Problem } from '../api/problem.ts'

export interface Action {
  readonly isBusy: boolean
  readonly problem: Problem | undefined
  /** Resolves to whether it succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Runs one request to the server at a time, and keeps its result. */
export function useAction(): Action {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const run = useCallback(async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (caught) {
      setProblem(asProblem(caught))
      return false
    } finally {
      setBusy(false)
    }
  }, [])
  return { isBusy, problem, run }
}
