import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/answers.ts'
import { client } from '../../api/client.ts'
import type { Filter } from './filter.ts'

export type AuditEvent = AnswerOf<'/api/account/audit'>['events'][number]

interface Wish {
  /** The events of everyone, or one's own. */
  readonly isOfAll: boolean
  readonly isLive: boolean
}

/** Pages of the audit. While live, what is shown is read anew every five seconds, as long as the window is in front. */
export function useActivity(filter: Filter, { isOfAll, isLive }: Wish) {
  const { data, error, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery({
    queryKey: ['activity', isOfAll, filter],
    queryFn: ({ pageParam, signal }) => readPage(filter, isOfAll, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page?.next_cursor ?? undefined,
    refetchInterval: isLive ? 5000 : false,
  })
  return {
    events: data?.pages.flatMap((page) => page?.events ?? []),
    problem: error,
    retry: () => void refetch(),
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
