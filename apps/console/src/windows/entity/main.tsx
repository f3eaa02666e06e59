import { useEffect, useState } from 'react'
import { FieldRows } from '../../truth/field-rows.tsx'
import { fieldWords, type Trace } from '../../truth/trace.ts'
import { TraceView } from '../../truth/trace-view.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { openWindow, type ViewProps } from '../open-window.tsx'

/** The answer of `get_entity_snapshot`. */
interface Snapshot {
  readonly entity_id: string
  readonly entity_type: string
  readonly canonical_name: string
  readonly snapshot: Readonly<Record<string, unknown>>
  readonly observation_count: number
  readonly last_observation_at: string
  readonly possible_duplicates?: readonly unknown[]
}

/** The fields of an entity; each opens its provenance. */
function EntityWindow({ content, input, call }: ViewProps) {
  // The answer of the tool.
  const entity = content as Snapshot
  const [open, setOpen] = useState<string>()
  const rows = Object.entries(entity.snapshot).map(([name, value]) => ({ name, value }))
  const isPast = input['at'] !== undefined || input['known_at'] !== undefined
  const others = entity.possible_duplicates?.length ?? 0
  return (
    <>
      <h1 className="window-title">{entity.canonical_name}</h1>
      <p className="small soft">
        <Badge>{fieldWords(entity.entity_type)}</Badge> {entity.observation_count}{' '}
        {entity.observation_count === 1 ? 'observation' : 'observations'}, the last{' '}
        <Moment at={entity.last_observation_at} />
      </p>
      {isPast && (
        <p className="note warn">This is how it was. A field opens where its value of today comes from.</p>
      )}
      {others > 0 && (
        <p className="note warn">
          {others === 1 ? 'Another entity' : `${others} other entities`} may be the same.
        </p>
      )}
      <FieldRows rows={rows} open={open} onOpen={setOpen}>
        {(field) => <Behind key={field} entityId={entity.entity_id} field={field} call={call} />}
      </FieldRows>
    </>
  )
}

interface BehindProps {
  readonly entityId: string
  readonly field: string
  readonly call: ViewProps['call']
}

/** Asks the server, through the client, for the provenance of a field. */
function Behind({ entityId, field, call }: BehindProps) {
  const [trace, setTrace] = useState<Trace>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    call('get_field_provenance', { entity_id: entityId, field }).then(
      // The answer of that tool.
      (answer) => setTrace(answer as Trace),
      (error: Error) => setProblem(error.message),
    )
  }, [call, entityId, field])
  if (problem !== undefined) return <p className="note bad">{problem}</p>
  return trace === undefined ? <p className="trace soft">Tracing …</p> : <TraceView trace={trace} />
}

openWindow(EntityWindow)
