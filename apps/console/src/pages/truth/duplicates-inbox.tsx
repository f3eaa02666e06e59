import { useInfiniteQuery } from '@tanstack/react-query'
import { api, client } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { MergeRows } from '../../truth/merge-rows.tsx'
import { PairCard, type Pair } from '../../truth/pair-card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { KeptApart } from './kept-apart.tsx'

/** Pairs that may be the same, with buttons to merge them or keep them apart, and decisions that can be undone. */
export function DuplicatesInbox({ mayWrite }: { readonly mayWrite: boolean }) {
  const merges = api.useQuery('get', '/api/truth/merges')
  const apart = api.useQuery('get', '/api/truth/duplicates/kept_apart')
  return (
    <>
      <Pairs mayWrite={mayWrite} />
      <h3 className="found-title">Merged</h3>
      <Loaded query={merges}>
        {({ merges: all }) =>
          all.length === 0 ? (
            <p className="soft">Nothing was merged.</p>
          ) : (
            <MergeRows merges={all} mayWrite={mayWrite} />
          )
        }
      </Loaded>
      {apart.data !== undefined && apart.data.pairs.length > 0 && (
        <>
          <h3 className="found-title">Not the same</h3>
          <KeptApart pairs={apart.data.pairs} mayWrite={mayWrite} />
        </>
      )}
    </>
  )
}

function Pairs({ mayWrite }: { readonly mayWrite: boolean }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['get', '/api/truth/duplicates', 'all'],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam }
      return (await client.GET('/api/truth/duplicates', { params: { query }, signal })).data
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page?.next_cursor ?? undefined,
  })
  if (error !== null) return <ProblemNote problem={asProblem(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={5} />
  const pairs = eachOnce(data.pages.flatMap((page) => page?.pairs ?? []))
  return (
    <>
      {pairs.length === 0 && !hasNextPage && (
        <Empty icon="check" title="No two entities look the same">
          Pairs that may be the same appear here. Nothing is ever merged without you.
        </Empty>
      )}
      {pairs.map((pair) => (
        <PairCard key={keyOf(pair)} pair={pair} mayWrite={mayWrite} />
      ))}
      {hasNextPage && (
        <button
          type="button"
          className="button more"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Look through more entities
        </button>
      )}
    </>
  )
}

/** A pair may be found from either entity. */
function eachOnce(pairs: readonly Pair[]): readonly Pair[] {
  return [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()]
}

function keyOf({ entity, other }: Pair): string {
  return [entity.id, other.id].toSorted().join(' ')
}
