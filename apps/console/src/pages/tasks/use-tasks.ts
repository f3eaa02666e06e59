import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import type { TaskFilter } from './filter.ts'
import type { Task, TaskPage } from './task.ts'

type Pages = InfiniteData<TaskPage | undefined, string | undefined>

/** The number of pages that are reloaded when the person returns to the window; more would be many requests. */
const fewPages = 3

/** The tasks that the filters show, page by page, and functions to update the shown tasks after a change. */
export function useTasks(filter: TaskFilter) {
  const queries = useQueryClient()
  const queryKey = ['tasks', filter]
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page?.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: (query) => (query.state.data?.pages.length ?? 0) <= fewPages,
  })
  const edit = (change: (tasks: readonly Task[]) => Task[]) =>
    queries.setQueryData<Pages>(
      queryKey,
      (old) =>
        old && {
          ...old,
          pages: old.pages.map((page) => page && { ...page, tasks: change(page.tasks) }),
        },
    )
  const first = data?.pages[0]
  return {
    tasks: data?.pages.flatMap((page) => page?.tasks ?? []),
    total: first?.total,
    isMoreThanTotal: first?.total_is_lower_bound === true,
    problem: error === null ? undefined : asProblem(error),
    retry: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
    /** The task keeps its place, even if the filters no longer match it. */
    replace: (id: number, change: Partial<Task>) =>
      edit((tasks) => tasks.map((task) => (task.id === id ? { ...task, ...change } : task))),
    remove: (id: number) => edit((tasks) => tasks.filter((task) => task.id !== id)),
    /** Reloads from the top. */
    startOver: async () => {
      queries.setQueryData<Pages>(
        queryKey,
        (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
      )
      await queries.invalidateQueries({ queryKey: ['tasks'] })
    },
  }
}

async function readPage(filter: TaskFilter, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...filter, limit: 200, ...(cursor === undefined ? {} : { cursor }) }
  return (await client.GET('/api/tasks', { params: { query }, signal })).data
}
