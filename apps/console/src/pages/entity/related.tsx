import { useState } from 'react'
import { api } from '../../api/client.ts'
import { GraphView } from '../../graph/graph-view.tsx'
import { go } from '../../navigation/history.ts'
import { fieldWords } from '../../truth/trace.ts'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { Entity } from './page.tsx'

/** With more entities the picture would be unreadable. */
const mostBoxes = 60

const distances = [
  { value: '1', title: 'What it is connected with' },
  { value: '2', title: 'Two steps away' },
  { value: '3', title: 'Three steps away' },
] as const

/** The related entities, as a picture and as a list. */
export function Related({ entity }: { readonly entity: Entity }) {
  const [hops, setHops] = useState<'1' | '2' | '3'>('1')
  const around = api.useQuery('get', '/api/truth/entities/{id}/related', {
    params: { path: { id: entity.entity_id }, query: { hops: Number(hops) } },
  })
  return (
    <Loaded query={around}>
      {({ entities, relationships, truncated }) => {
        if (entities.length === 0) return <p className="soft">It is connected with nothing yet.</p>
        const names = new Map(entities.map(({ id, canonical_name: name }) => [id, name]))
        names.set(entity.entity_id, entity.canonical_name)
        const types = new Map(entities.map(({ id, entity_type: type }) => [id, type]))
        return (
          <>
            <div className="narrow">
              <SelectField label="Show" value={hops} options={distances} onValue={setHops} />
            </div>
            {entities.length <= mostBoxes ? (
              <GraphView
                label="Entities and what connects them"
                nodes={[...names].map(([id, label]) => ({
                  id,
                  label,
                  note: fieldWords(types.get(id) ?? entity.entity_type),
                }))}
                edges={relationships.map((one) => ({
                  from: one.source_entity_id,
                  to: one.target_entity_id,
                  label: relationshipWords(one.relationship_type),
                }))}
                onChoose={(id) => go(`/app/truth/${id}`)}
              />
            ) : (
              <p className="soft">
                There are {entities.length} entities around it, too many for a picture. The list has them all.
              </p>
            )}
            <h3 className="list-title">As a list</h3>
            <ul className="small relation-list">
              {relationships.map((one) => (
                <li key={one.id}>
                  <End id={one.source_entity_id} names={names} /> {relationshipWords(one.relationship_type)}{' '}
                  <End id={one.target_entity_id} names={names} />
                </li>
              ))}
            </ul>
            {truncated && <p className="small soft">There are more than can be shown.</p>}
          </>
        )
      }}
    </Loaded>
  )
}

function End({ id, names }: { readonly id: string; readonly names: ReadonlyMap<string, string> }) {
  return <Link to={`/app/truth/${id}`}>{names.get(id) ?? id}</Link>
}

/** `PART_OF` → `part of`. */
function relationshipWords(type: string): string {
  return type.replaceAll('_', ' ').toLowerCase()
}
