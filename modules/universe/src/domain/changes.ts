import type { Body } from './star.ts'
import type { GroupEntity, Member } from './group.ts'
import type { Belt, DiskEntity, FieldEntity, Nebula } from './scenery.ts'

/** What each table of a model holds, by id. */
export interface Entities {
  stars: Body
  groups: GroupEntity
  /** Systems in groups, by the id of the root body. */
  members: Member
  belts: Belt
  smallBodyFields: FieldEntity
  protoplanetaryDisks: DiskEntity
  nebulae: Nebula
}

export type Table = keyof Entities
export type Entity = Entities[Table]
export type Change<E> = readonly [before: E | null, after: E | null]

/** Every entity that a step changed, before and after; null means that it does not exist. JSON. */
export interface Changes {
  readonly time?: readonly [before: number, after: number]
  /** The number of the next sibling. It only grows, so that an undone removal finds its old place free. */
  readonly order?: readonly [before: number, after: number]
  readonly tables: { readonly [T in Table]?: Readonly<Record<string, Change<Entities[T]>>> }
}

export const tables = [
  'stars',
  'groups',
  'members',
  'belts',
  'smallBodyFields',
  'protoplanetaryDisks',
  'nebulae',
] as const satisfies readonly Table[]

export function* eachChange(changes: Changes): Generator<[Table, string, Entity | null, Entity | null]> {
  for (const table of tables) {
    const entries = changes.tables[table]
    if (!entries) continue
    for (const id in entries) {
      const [before, after] = entries[id] as Change<Entity>
      yield [table, id, before, after]
    }
  }
}
