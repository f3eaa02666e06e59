import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { paths } from './client.ts'

/** Reads these paths anew, for whoever shows them; a write calls it for what it has changed. */
export function useRefresh(): (...changed: (keyof paths)[]) => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    async (...changed) => {
      await Promise.all(changed.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })))
    },
    [queries],
  )
}
