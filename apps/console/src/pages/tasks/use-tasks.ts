import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import type { Wish } from './filter.ts'
import type { Task, TaskPage } from './task.ts'

type Pages = InfiniteData<TaskPage | undefined, string | undefined>

/** So many pages are read anew when the person comes back to the window; more would be many requests. */
const fewPages = 3

/** The tasks that the filters show, page by page, and ways to keep what is shown in step with a change. */
export function useTasks(wish: Wish) {
  const queries = useQueryClient()
  const queryKey = ['tasks', wish]
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(wish, pageParam, signal),
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
    /** It keeps its place, also if the filters would not find it any more. */
    replace: (id: number, change: Partial<Task>) =>
      edit((tasks) => tasks.map((task) => (task.id === id ? { ...task, ...change } : task))),
    remove: (id: number) => edit((tasks) => tasks.filter((task) => task.id !== id)),
    /** Reads from the top again. */
    startOver: async () => {
      queries.setQueryData<Pages>(
        queryKey,
        (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
      )
      await queries.invalidateQueries({ queryKey: ['tasks'] })
    },
  }
}

async function readPage(wish: Wish, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...wish, limit: 200, ...(cursor === undefined ? {} : { cursor }) }
  return (await client.GET('/api/tasks', { params: { query }, signal })).data
}
