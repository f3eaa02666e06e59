import { useCallback } from 'react'
import { useRefresh } from '../api/use-refresh.ts'

/** After a change to what is known: a merge, a correction or an erasure affects every view of it. */
export function useTruthRefresh(): () => Promise<void> {
  const refresh = useRefresh()
  return useCallback(
    () =>
      refresh(
        '/api/truth/types',
        '/api/truth/entities',
        '/api/truth/search',
        '/api/truth/entities/{id}',
        '/api/truth/entities/{id}/fields/{field}',
        '/api/truth/entities/{id}/related',
        '/api/truth/entities/{id}/events',
        '/api/truth/duplicates',
        '/api/truth/duplicates/kept_apart',
        '/api/truth/merges',
        '/api/truth/sources',
        '/api/truth/sources/{id}',
      ),
    [refresh],
  )
}
