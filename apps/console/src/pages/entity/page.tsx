import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useMay } from '../../api/use-account.ts'
import { usePathParam } from '../../navigation/use-path-param.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { MergeRows } from '../../truth/merge-rows.tsx'
import { Missing } from '../../truth/missing.tsx'
import { PairCard } from '../../truth/pair-card.tsx'
import { fieldWords } from '../../truth/trace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { AsOf } from './as-of.tsx'
import { EntityFields } from './entity-fields.tsx'
import { Related } from './related.tsx'
import { Timeline } from './timeline.tsx'
import './entity.css'

export type Entity = AnswerOf<'/api/truth/entities/{id}'>

/** Everything about one entity: fields with their sources, earlier states, events and related entities. */
export function Page() {
  const id = usePathParam('id')
  const now = api.useQuery('get', '/api/truth/entities/{id}', { params: { path: { id }, query: {} } })
  if (now.error !== null && [400, 404].includes(asProblem(now.error).status))
    return <Missing title="Entity" says="Nothing is known about this" />
  const title = now.data?.canonical_name ?? 'Entity'
  return (
    <PageFrame
      title={title}
      about={
        now.data && (
          <>
            <Link to="/app/truth">Truth</Link> · <Badge>{fieldWords(now.data.entity_type)}</Badge> ·{' '}
            {now.data.observation_count === 1
              ? '1 observation'
              : `${now.data.observation_count.toLocaleString()} observations`}
          </>
        )
      }
    >
      <Loaded query={now} lines={8}>
        {(entity) => <Content entity={entity} />}
      </Loaded>
    </PageFrame>
  )
}

function Content({ entity }: { readonly entity: Entity }) {
  const mayWrite = useMay('truth:write')
  const [search, setSearch] = useSearch()
  const [at, known] = [search['at'], search['known_at']]
  const bounds = { ...(at === undefined ? {} : { at }), ...(known === undefined ? {} : { known_at: known }) }
  const isNow = at === undefined && known === undefined
  const id = entity.entity_id
  const then = api.useQuery(
    'get',
    '/api/truth/entities/{id}',
    { params: { path: { id }, query: bounds } },
    { enabled: !isNow },
  )
  return (
    <>
      {entity.possible_duplicates.length > 0 && (
        <Card title="May be the same">
          {entity.possible_duplicates.map((pair) => (
            <PairCard key={pair.other.id} pair={pair} mayWrite={mayWrite} />
          ))}
        </Card>
      )}
      <Card title="What is known">
        <AsOf entity={entity} at={at} known={known} onChange={setSearch} />
        {isNow ? (
          <EntityFields entity={entity} bounds={bounds} mayWrite={mayWrite} />
        ) : (
          <Loaded query={then}>
            {(past) => <EntityFields entity={past} bounds={bounds} mayWrite={false} />}
          </Loaded>
        )}
      </Card>
      <div className="columns spaced">
        <Card title="Timeline">
          <Timeline id={id} />
        </Card>
        {entity.merged.length > 0 && (
          <Card title="Merged into it">
            <MergeRows merges={entity.merged} mayWrite={mayWrite} />
          </Card>
        )}
      </div>
      <Card title="Relationships">
        <Related entity={entity} />
      </Card>
    </>
  )
}
