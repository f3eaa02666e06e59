import { useState } from 'react'
import { factsOf, typeWords } from '../body-facts.ts'
import type { Body } from '../../api/wire.ts'
import { BodyEditor } from './body-editor.tsx'
import { RemoveBodyDialog } from './remove-body-dialog.tsx'
import { useRoom, useViewingTime } from '../live/use-room.ts'

/** The details of the selected body. */
export function DetailsPanel() {
  const room = useRoom('selection', 'universe', 'info')
  const { selection, universe } = room
  const body = universe.bodies.get(selection ?? '')
  if (body !== undefined) return <BodyDetails key={body.id} body={body} />
  const other = universe.groups.get(selection ?? '') ?? universe.matter(selection ?? '')
  return (
    <>
      <div className="panel-title">
        <h2>{other === undefined ? 'Details' : universe.nameOf(other.id)}</h2>
      </div>
      {other === undefined ? (
        <p className="soft small">Choose a body in the list or in the picture.</p>
      ) : (
        <p className="soft small">{matterWords(other)}</p>
      )}
    </>
  )
}

function BodyDetails({ body }: { readonly body: Body }) {
  const room = useRoom('selection')
  const { universe, following } = room
  const time = useViewingTime(room, 500)
  const [isRemoving, setRemoving] = useState(false)
  const parent = body.parentId === null ? undefined : universe.bodies.get(body.parentId)
  return (
    <>
      <div className="panel-title">
        <h2>
          <span className="swatch" style={{ background: body.color }} aria-hidden="true" />
          {body.name}
        </h2>
        <span className="soft small">{typeWords(body)}</span>
      </div>
      <div className="button-row">
        <button type="button" className="button slim" onClick={() => room.flyTo(body.id)}>
          Fly to
        </button>
        <button
          type="button"
          className="button slim"
          aria-pressed={following === body.id}
          onClick={() => (following === body.id ? room.follow(null) : room.flyTo(body.id))}
        >
          {following === body.id ? 'Following' : 'Follow'}
        </button>
        {room.canEdit && (
          <button type="button" className="button slim danger" onClick={() => setRemoving(true)}>
            Remove
          </button>
        )}
      </div>
      <dl className="facts">
        {parent !== undefined && (
          <div>
            <dt>Goes round</dt>
            <dd>
              <button type="button" className="link" onClick={() => room.select(parent.id)}>
                {parent.name}
              </button>
            </dd>
          </div>
        )}
        {factsOf(universe, body, time).map(({ name, words }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {room.canEdit && <BodyEditor body={body} />}
      {isRemoving && <RemoveBodyDialog body={body} onClose={() => setRemoving(false)} />}
    </>
  )
}

function matterWords(part: object): string {
  if ('hostStarId' in part) return 'A field of small bodies.'
  if ('centralStarId' in part) return 'A protoplanetary disk.'
  if ('accentColor' in part) return 'A nebula.'
  if ('asteroidCount' in part) return 'A belt.'
  return 'A group of systems.'
}
