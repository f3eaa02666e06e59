import { useCallback, useState } from 'react'
import { asProblem, type Problem } from '../api/problem.ts'

export interface Action {
  readonly isBusy: boolean
  readonly problem: Problem | undefined
  /** Answers whether it worked. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
}

/** One thing at a time that a person asks of the server, with what came of it. */
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
