import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useSearch } from '../../navigation/use-search.ts'
import { FieldRows } from '../../truth/field-rows.tsx'
import { TraceView } from '../../truth/trace-view.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { AddField } from './add-field.tsx'
import { CorrectForm } from './correct-form.tsx'
import type { Entity } from './page.tsx'

interface Bounds {
  readonly at?: string
  readonly known_at?: string
}

interface Props {
  readonly entity: Entity
  readonly bounds: Bounds
  readonly mayWrite: boolean
}

/** Each field with its value. An open field shows its source, the values that lost, and a form to correct it. */
export function EntityFields({ entity, bounds, mayWrite }: Props) {
  const [search, setSearch] = useSearch()
  const open = search['field']
  const rows = entity.fields.map(({ field, value, other_values: others, source_kind: kind }) => ({
    name: field,
    value,
    note: (
      <span className="field-notes">
        {kind === 'correction' && <Badge tone="good">corrected</Badge>}
        {others > 0 && <Badge tone="warn">{others === 1 ? '1 other value' : `${others} other values`}</Badge>}
      </span>
    ),
  }))
  return (
    <>
      <FieldRows rows={rows} open={open} onOpen={(field) => setSearch({ field })}>
        {(field) => <Behind key={field} entity={entity} field={field} bounds={bounds} mayWrite={mayWrite} />}
      </FieldRows>
      {mayWrite && entity.empty_fields.length > 0 && <AddField entity={entity} />}
    </>
  )
}

function Behind({ entity, field, bounds, mayWrite }: Props & { readonly field: string }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const path = { id: entity.entity_id, field }
  const trace = api.useQuery('get', '/api/truth/entities/{id}/fields/{field}', {
    params: { path, query: bounds },
  })
  const known = entity.fields.find((one) => one.field === field)
  return (
    <Loaded query={trace}>
      {(found) => (
        <TraceView trace={found}>
          <div className="trace-actions">
            <Link
              to={`/app/truth/sources/${found.source_material.id}?observation=${found.source_observation.id}&field=${encodeURIComponent(field)}`}
            >
              Show in the source
            </Link>
            {mayWrite && !isCorrecting && (
              <button type="button" className="link" onClick={() => setCorrecting(true)}>
                Correct
              </button>
            )}
          </div>
          {isCorrecting && known !== undefined && (
            <CorrectForm
              entity={entity}
              field={field}
              type={known.type}
              value={known.value}
              onDone={() => setCorrecting(false)}
            />
          )}
        </TraceView>
      )}
    </Loaded>
  )
}
