import { jsonSchemaOf } from '@quipu/kit'
import { z } from 'zod'
import type { UniverseState } from './domain/universe-state.ts'
import { parsed } from './errors.ts'
import type { Applied, Entry, Member, UniverseInfo } from './service/universe-service.ts'
import type { Model } from './domain/model.ts'

/** A value that was checked where it was made and may be large: passed on as it is. */
function asIs<Value>(says: string): z.ZodType<Value, Value> {
  return z
    .custom<Value>((value) => typeof value === 'object' && value !== null)
    .meta({
      type: 'object',
      description: says,
    })
}

/** A body that is refused with the path of the field, as a command is. */
export function bodyOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .unknown()
    .meta(jsonSchemaOf(schema))
    .transform((given) => parsed(schema, given))
}

const State = asIs<UniverseState>('stars, rootIds, groups, rootGroupIds, belts, smallBodyFields, …, time')
const PersonView = z.object({ id: z.string(), name: z.string() })

const counts = {
  stars: z.int(),
  groups: z.int(),
  smallBodyFields: z.int(),
  protoplanetaryDisks: z.int(),
  nebulae: z.int(),
}

export const InfoView = z.object({
  id: z.string(),
  name: z.string(),
  revision: z.int(),
  role: z.enum(['owner', 'editor', 'viewer']),
  owner: PersonView,
  counts: z.object(counts),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const UniverseView = InfoView.extend({ state: State })

export const ListView = z.object({ universes: z.array(InfoView), next_cursor: z.string().nullable() })

export const EntryView = z.object({
  revision: z.int(),
  command: asIs<Entry['command']>('The command, or {type: "undo" | "redo", revision}'),
  commandId: z.string().optional(),
  events: z.array(asIs<object>('{type, …}')),
  changed: asIs<Entry['changed']>('Each thing that changed as it is afterwards, null if it is gone'),
  actor: z.object({ id: z.string().nullable(), name: z.string(), client: z.string().nullable() }),
  at: z.string(),
  undoes: z.int().optional(),
  redoes: z.int().optional(),
})

export const HistoryView = z.object({ entries: z.array(EntryView), revision: z.int() })

export const AppliedView = z.object({
  nextState: State.optional(),
  events: z.array(asIs<object>('{type, …}')),
  revision: z.int(),
  changed: asIs<object>('Each thing that changed as it is afterwards, null if it is gone'),
})

export const MemberView = PersonView.extend({ role: z.enum(['owner', 'editor', 'viewer']) })

export function infoView({ createdAt, updatedAt, ...info }: UniverseInfo): z.output<typeof InfoView> {
  return {
    id: info.id,
    name: info.name,
    revision: info.revision,
    role: info.role,
    owner: { id: info.owner.id, name: info.owner.name },
    counts: info.counts,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function universeView(universe: UniverseInfo & { readonly model: Model }) {
  return { ...infoView(universe), state: universe.model.state() }
}

export function entryView({ at, ...entry }: Entry): z.output<typeof EntryView> {
  return { ...entry, events: [...entry.events], at: at.toISOString() }
}

export function appliedView({ entry, model }: Applied, hasState: boolean): z.output<typeof AppliedView> {
  const { events, revision, changed } = entry
  return { ...(hasState ? { nextState: model.state() } : {}), events: [...events], revision, changed }
}

export function memberView({ id, name, role }: Member): z.output<typeof MemberView> {
  return { id, name, role }
}
