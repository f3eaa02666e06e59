import { useMay } from '../../api/use-account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { OntologyListing } from './page.tsx'

const tones = { creating: 'plain', ready: 'good', failed: 'bad' } as const

export function OntologyList({ all }: { readonly all: readonly OntologyListing[] }) {
  const mayAsk = useMay('data_agent:write')
  if (all.length === 0)
    return (
      <Empty icon="data" title="There is nothing to ask about yet">
        Drop a file above, or make an ontology of a connection.
      </Empty>
    )
  return (
    <ul className="rows wide-rows">
      {all.map((one) => (
        <li key={one.id}>
          <span className="grow">
            <Link to={`/app/data/${one.id}`}>{one.name}</Link>
            <span className="small soft data-note">
              {one.status === 'creating' ? (one.progress ?? 'Waiting to be read') : noteOf(one)}
              {one.refreshed_at !== null && one.status === 'ready' && (
                <>
                  , read <Moment at={one.refreshed_at} />
                </>
              )}
            </span>
            {one.status === 'creating' && <Reading progress={one.progress} />}
            {one.reason !== null && <span className="small field-error">{one.reason}</span>}
          </span>
          <Badge tone={tones[one.status]}>{one.status === 'creating' ? 'being read' : one.status}</Badge>
          {one.status === 'ready' && mayAsk && (
            <Link to={`/app/ask?ontology=${one.id}`} className="button slim" label={`Ask ${one.name}`}>
              Ask
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Reading({ progress }: { readonly progress: string | null }) {
  const [, done = '0', total = '1'] = /^(\d+) of (\d+)/.exec(progress ?? '') ?? []
  return <progress value={Number(done)} max={Number(total)} aria-label="How much has been read" />
}

function noteOf({
  dataset_count: datasets,
  field_count: fields,
  connection,
  is_sample: isSample,
}: OntologyListing) {
  const where = isSample ? 'made-up data' : (connection ?? 'a connection that is gone')
  return `${datasets} ${datasets === 1 ? 'dataset' : 'datasets'}, ${fields} ${fields === 1 ? 'field' : 'fields'}, from ${where}`
}
