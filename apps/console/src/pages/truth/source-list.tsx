import { useCallback } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../api/answers.ts'
import { client } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { sizeWords, sourceKind } from '../../truth/source-kind.ts'
import { sourceName } from '../../truth/source-name.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type SourceHead = AnswerOf<'/api/truth/sources'>['sources'][number]

const pageSize = 200

const columns: readonly Column<SourceHead>[] = [
  {
    key: 'name',
    title: 'Source',
    cell: ({ id, kind, original_filename: name }) => (
      <Link to={`/app/truth/sources/${id}`} className="clip">
        {sourceName(kind, name)}
      </Link>
    ),
  },
  { key: 'type', title: 'Kind', cell: ({ kind, mime_type: type }) => sourceKind(kind, type) },
  { key: 'size', title: 'Size', cell: ({ file_size: size }) => sizeWords(size), isNumber: true },
  { key: 'at', title: 'Added', cell: ({ created_at: at }) => <Moment at={at} /> },
]

export function SourceTable({
  rows,
  onEnd,
}: {
  readonly rows: readonly SourceHead[]
  readonly onEnd?: () => void
}) {
  return <DataTable label="Sources" columns={columns} rows={rows} keyOf={({ id }) => id} onEnd={onEnd} />
}

/** All sources, the newest first. */
export function SourceList() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['get', '/api/truth/sources', 'all'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: pageSize, offset: pageParam }
      return (await client.GET('/api/truth/sources', { params: { query }, signal })).data
    },
    initialPageParam: 0,
    getNextPageParam: (page, _all, offset) =>
      offset + pageSize < (page?.total ?? 0) ? offset + pageSize : undefined,
  })
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (error !== null) return <ProblemNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={8} />
  const rows = data.pages.flatMap((page) => page?.sources ?? [])
  if (rows.length === 0)
    return (
      <Empty icon="data" title="No sources yet">
        Files that you drop here and facts that assistants state are kept as sources.
      </Empty>
    )
  return <SourceTable rows={rows} onEnd={more} />
}
