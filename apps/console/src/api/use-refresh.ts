import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { paths } from './client.ts'

/** Reads these paths again for all components that show them. Call it after a write, for the changed paths. */
export function useRefresh(): (...changed: (keyof paths)[]) => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    async (...changed) => {
      await Promise.all(changed.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })))
    },
    [queries],
  )
}
