import { useCallback } from 'react'
import { useLocation } from '@tanstack/react-router'
import { history } from './history.ts'
import { parseSearch, writeSearch, type Search } from './search.ts'

type Change = (values: Readonly<Record<string, string | undefined>>) => void

/** The query of the address, and a function to change parts of it. Filters are kept here, so that a view can be linked to. */
export function useSearch(): readonly [Search, Change] {
  const { pathname, searchStr } = useLocation()
  const change = useCallback<Change>(
    (values) => history.replace(pathname + writeSearch({ ...parseSearch(searchStr), ...values })),
    [pathname, searchStr],
  )
  return [parseSearch(searchStr), change]
}
