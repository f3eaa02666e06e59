import { useState } from 'react'
import type { AnswerOf } from '../../api/answers.ts'
import { api } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useMay } from '../../api/use-account.ts'
import { usePathParam } from '../../navigation/use-path-param.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { Missing } from '../../truth/missing.tsx'
import { sizeWords, sourceKind } from '../../truth/source-kind.ts'
import { sourceName } from '../../truth/source-name.ts'
import { fieldWords } from '../../truth/trace.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { SourceText } from './source-text.tsx'
import './source.css'

export type Source = AnswerOf<'/api/truth/sources/{id}'>

/** One source: its text or image with the value marked, its entities, and a button to erase it. */
export function Page() {
  const id = usePathParam('id')
  const [search] = useSearch()
  const [isErasing, setErasing] = useState(false)
  const { observation, field } = search
  const source = api.useQuery('get', '/api/truth/sources/{id}', {
    params: {
      path: { id },
      query: {
        ...(observation === undefined ? {} : { observation_id: observation }),
        ...(field === undefined ? {} : { field }),
      },
    },
  })
  if (source.error !== null && [400, 404].includes(asProblem(source.error).status))
    return <Missing title="Source" says="This source is not here" />
  const { data } = source
  return (
    <PageFrame
      title={data === undefined ? 'Source' : sourceName(data.kind, data.original_filename)}
      about={<Link to="/app/truth?tab=sources">Sources</Link>}
      actions={data && <Actions source={data} onErase={() => setErasing(true)} />}
    >
      <Loaded query={source} lines={8}>
        {(found) => (
          <>
            <Content source={found} field={field} />
            {isErasing && <EraseDialog source={found} onClose={() => setErasing(false)} />}
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Actions({ source, onErase }: { readonly source: Source; readonly onErase: () => void }) {
  const mayWrite = useMay('truth:write')
  return (
    <>
      {source.kind === 'file' && (
        <a className="button slim" href={`/api/truth/sources/${source.id}/file`} download>
          Save the file
        </a>
      )}
      {mayWrite && (
        <button type="button" className="button slim danger" onClick={onErase}>
          Erase
        </button>
      )}
    </>
  )
}

function Content({ source, field }: { readonly source: Source; readonly field: string | undefined }) {
  return (
    <>
      <Card title={field === undefined ? 'What it says' : `Where ${fieldWords(field)} stands`}>
        <SourceText source={source} />
      </Card>
      <div className="columns spaced">
        <Card title="What is known from it">
          <Said source={source} />
        </Card>
        <Card title="About it">
          <About source={source} />
        </Card>
      </div>
    </>
  )
}

function Said({ source: { entities, entities_total: total } }: { readonly source: Source }) {
  if (total === 0) return <p className="soft">Nothing was read from it.</p>
  return (
    <>
      <ul className="said">
        {entities.map(({ id, canonical_name: name, entity_type: type }) => (
          <li key={id}>
            <Link to={`/app/truth/${id}`}>{name}</Link> <span className="small soft">{fieldWords(type)}</span>
          </li>
        ))}
      </ul>
      {total > entities.length && <p className="small soft">and {total - entities.length} more</p>}
    </>
  )
}

const states = {
  running: 'Being read',
  done: 'Read',
  failed: 'Could not be read',
  needs_ocr: 'The text of the image could not be read',
} as const

/** Something was read only if something is known from it. */
function stateOf({ interpretation, entities_total: total }: Source): string {
  const isEmpty = interpretation?.status === 'done' && total === 0
  return interpretation === undefined || isEmpty ? 'Kept, not read' : states[interpretation.status]
}

function About({ source }: { readonly source: Source }) {
  const notes = Array.isArray(source.interpretation?.notes) ? source.interpretation.notes : []
  return (
    <dl className="facts">
      <dt>Kind</dt>
      <dd>{sourceKind(source.kind, source.mime_type)}</dd>
      <dt>Size</dt>
      <dd>{sizeWords(source.file_size)}</dd>
      <dt>Added</dt>
      <dd>
        <Moment at={source.created_at} />
      </dd>
      <dt>State</dt>
      <dd>
        {stateOf(source)}
        {notes.map((note) => (
          <div key={String(note)} className="small soft">
            {String(note)}
          </div>
        ))}
      </dd>
    </dl>
  )
}
