import { QueryClient } from '@tanstack/react-query'
import { asProblem } from './problem.ts'

/** What was read stays fresh for ten seconds. Only what may pass by itself is tried again. */
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
