import * as z from 'zod'
import { Belt, BeltEntry, Nebula, NebulaEntry } from './scenery.ts'
import {
  ProtoplanetaryDisk,
  ProtoplanetaryDiskEntry,
  SmallBodyField,
  SmallBodyFieldEntry,
} from './scenery.ts'
import { Group, GroupInput } from './group.ts'
import { Star, StarInput } from './star.ts'
import { Id, Time } from './scalars.ts'
import { byId } from './by-id.ts'
import { withOrder } from './with-order.ts'

/** A universe as clients see it. */
export const UniverseState = z.strictObject({
  stars: z.record(Id, Star),
  rootIds: z.array(Id),
  groups: z.record(Id, Group),
  rootGroupIds: z.array(Id),
  belts: z.record(Id, Belt),
  smallBodyFields: z.record(Id, SmallBodyField),
  protoplanetaryDisks: z.record(Id, ProtoplanetaryDisk),
  nebulae: z.record(Id, Nebula),
  time: Time,
})

/**
 * A universe as clients may write it: what is left out is empty or follows from the rest. If given, `children`,
 * `rootIds` and `rootGroupIds` define the order and must agree with the parents.
 */
export const StateInput = z
  .strictObject({
    stars: byId(StarInput).optional(),
    rootIds: z.array(Id).optional(),
    groups: byId(GroupInput).optional(),
    rootGroupIds: z.array(Id).optional(),
    belts: byId(BeltEntry).optional(),
    smallBodyFields: byId(SmallBodyFieldEntry).optional(),
    protoplanetaryDisks: byId(ProtoplanetaryDiskEntry).optional(),
    nebulae: byId(NebulaEntry).optional(),
    time: Time.optional(),
  })
  .transform(withOrder)

export type UniverseState = Readonly<z.infer<typeof UniverseState>>
export type StateInput = Readonly<z.infer<typeof StateInput>>
export type { Star } from './star.ts'
export type { Group } from './group.ts'
export type { SmallBodyField } from './scenery.ts'

export function emptyState(): UniverseState {
  return {
    stars: Object.create(null),
    rootIds: [],
    groups: Object.create(null),
    rootGroupIds: [],
    belts: Object.create(null),
    smallBodyFields: Object.create(null),
    protoplanetaryDisks: Object.create(null),
    nebulae: Object.create(null),
    time: 0,
  }
}
