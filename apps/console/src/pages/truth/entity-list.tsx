import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { client } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { fieldWords } from '../../truth/trace.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

export type EntityHead = AnswerOf<'/api/truth/entities'>['entities'][number]

const columns: readonly Column<EntityHead>[] = [
  {
    key: 'name',
    title: 'Name',
    cell: ({ id, canonical_name: name }) => (
      <Link to={`/app/truth/${id}`} className="clip">
        {name}
      </Link>
    ),
  },
  { key: 'type', title: 'Type', cell: ({ entity_type: type }) => fieldWords(type) },
  {
    key: 'said',
    title: 'Observations',
    cell: ({ observation_count: count }) => String(count),
    isNumber: true,
  },
  { key: 'last', title: 'Last observed', cell: ({ last_observation_at: at }) => <Moment at={at} /> },
]

export function EntityTable({
  rows,
  onEnd,
}: {
  readonly rows: readonly EntityHead[]
  readonly onEnd?: () => void
}) {
  return <DataTable label="Entities" columns={columns} rows={rows} keyOf={({ id }) => id} onEnd={onEnd} />
}

/** Entities of one type or of all, the latest first. More are loaded when the end becomes visible. */
export function EntityList({
  type,
  mayWrite,
}: {
  readonly type: string | undefined
  readonly mayWrite: boolean
}) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['get', '/api/truth/entities', { type }],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: 500,
        ...(type === undefined ? {} : { entity_type: type }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      return (await client.GET('/api/truth/entities', { params: { query }, signal })).data
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page?.next_cursor ?? undefined,
  })
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error !== null) return <ProblemNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={8} />
  const rows = data.pages.flatMap((page) => page?.entities ?? [])
  if (rows.length === 0)
    return (
      <Empty icon="truth" title="Nothing is known yet">
        {mayWrite
          ? 'Drop a file above, or tell an assistant something worth remembering. Every fact keeps its source.'
          : 'Your role lets you look, not add. An admin can change that.'}
      </Empty>
    )
  return <EntityTable rows={rows} onEnd={more} />
}
