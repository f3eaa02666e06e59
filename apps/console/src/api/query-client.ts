import { QueryClient } from '@tanstack/react-query'
import { asProblem } from './problem.ts'

/** Data stays fresh for ten seconds. Only temporary failures are retried. */
export function openQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (count, error) => count < 2 && asProblem(error).next === 'retry',
      },
    },
  })
}
