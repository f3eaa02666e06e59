import { useEffect, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/answers.ts'
import { client } from '../../api/client.ts'
import { useEvents } from '../../api/use-events.ts'
import { writeSearch } from '../../navigation/search.ts'
import type { Filter } from './filter.ts'

export type AuditEvent = AnswerOf<'/api/account/audit'>['events'][number]

const mostFresh = 1000

interface ActivityOptions {
  /** All events, or only one's own. */
  readonly isOfAll: boolean
  readonly isLive: boolean
  /** New rows wait, because the person reads older ones and would lose the place. */
  readonly isHeld: boolean
}

/** Pages of the audit. While live, new rows arrive by a stream and are shown first. */
export function useActivity(filter: Filter, { isOfAll, isLive, isHeld }: ActivityOptions) {
  const { data, error, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery({
    queryKey: ['activity', isOfAll, filter],
    queryFn: ({ pageParam, signal }) => readPage(filter, isOfAll, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page?.next_cursor ?? undefined,
    refetchOnWindowFocus: false,
  })
  const [fresh, setFresh] = useState<readonly AuditEvent[]>([])
  const stream =
    (isOfAll ? '/api/admin/audit/events' : '/api/account/audit/events') + writeSearch({ ...filter })
  const [held, setHeld] = useState(0)
  useEffect(() => {
    setFresh([])
    setHeld(0)
  }, [stream])
  useEffect(() => {
    if (!isHeld) setHeld(0)
  }, [isHeld])
  useEvents(isLive ? stream : undefined, 'audit', (event) => {
    // The stream sends rows of the audit in the format of the API.
    setFresh((before) => [event as AuditEvent, ...before].slice(0, mostFresh))
    if (isHeld) setHeld((before) => Math.min(before + 1, mostFresh))
  })
  const read = data?.pages.flatMap((page) => page?.events ?? [])
  const known = new Set(fresh.map(({ id }) => id))
  return {
    events: read && [...fresh.slice(held), ...read.filter(({ id }) => !known.has(id))],
    held,
    problem: error,
    retry: () => void refetch(),
    /** The search stopped at this time, before it had found a whole page. */
    searchedTo: data?.pages.at(-1)?.searched_to,
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}

async function readPage(filter: Filter, isOfAll: boolean, cursor: string | undefined, signal: AbortSignal) {
  const { user_id: userId, ...own } = filter
  const page = { limit: 200, ...(cursor === undefined ? {} : { cursor }) }
  if (isOfAll) {
    const query = { ...own, ...page, ...(userId === undefined ? {} : { user_id: userId }) }
    return (await client.GET('/api/admin/audit', { params: { query }, signal })).data
  }
  return (await client.GET('/api/account/audit', { params: { query: { ...own, ...page } }, signal })).data
}
