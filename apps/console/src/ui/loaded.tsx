import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { asProblem } from '../api/problem.ts'
import { ProblemNote } from './problem-note.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props<Data> {
  readonly query: Pick<UseQueryResult<Data, unknown>, 'data' | 'error' | 'refetch'>
  /** Lines of the placeholder. Default: 3. */
  readonly lines?: number
  readonly children: (data: Data) => ReactNode
}

/** The data of a query. Before that a placeholder, and on failure the reason with a button to try again. */
export function Loaded<Data>({ query, lines = 3, children }: Props<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error !== null) return <ProblemNote problem={asProblem(error)} onRetry={() => void refetch()} />
  return <Skeleton lines={lines} />
}
