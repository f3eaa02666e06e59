import * as z from 'zod'
import { byId } from './by-id.ts'
import { GroupChild, GroupPatch, GroupPayload } from './group.ts'
import { limits } from './limits.ts'
import { Id, Num } from './scalars.ts'
import {
  NebulaEntry,
  NebulaInput,
  NebulaPatch,
  ProtoplanetaryDiskEntry,
  ProtoplanetaryDiskInput,
  ProtoplanetaryDiskPatch,
  SmallBodyFieldEntry,
  SmallBodyFieldInput,
  SmallBodyFieldPatch,
} from './scenery.ts'
import { StarPatch, StarPayload } from './star.ts'
import { RingPatch } from './star-parts.ts'
import { StateInput } from './universe-state.ts'

/** Every command but batch, which holds others. Closed: a field that is not named here is refused. */
export const simpleSchemas = {
  tick: command('tick', { dt: Num.describe('Simulated seconds; negative goes back.') }),

  addStar: command('addStar', { id: Id, payload: StarPayload }),
  updateStar: command('updateStar', { id: Id, payload: StarPatch }),
  removeStar: command('removeStar', { id: Id }),

  attachStar: command('attachStar', { childId: Id, parentId: Id }),
  detachStar: command('detachStar', { childId: Id }),

  addGroup: command('addGroup', { id: Id, payload: GroupPayload }),
  updateGroup: command('updateGroup', { id: Id, payload: GroupPatch }),
  removeGroup: command('removeGroup', { id: Id }),

  addToGroup: command('addToGroup', { groupId: Id, child: GroupChild }),
  removeFromGroup: command('removeFromGroup', { groupId: Id, childId: Id }),
  moveToGroup: command('moveToGroup', {
    childId: Id,
    childType: GroupChild.shape.type,
    targetGroupId: Id.nullable().describe('null: to no group.'),
  }),

  setSmallBodyFields: command('setSmallBodyFields', { fields: byId(SmallBodyFieldEntry) }),
  addSmallBodyField: command('addSmallBodyField', { field: SmallBodyFieldInput }),
  updateSmallBodyField: command('updateSmallBodyField', { id: Id, patch: SmallBodyFieldPatch }),
  removeSmallBodyField: command('removeSmallBodyField', { id: Id }),

  setProtoplanetaryDisks: command('setProtoplanetaryDisks', { disks: byId(ProtoplanetaryDiskEntry) }),
  addProtoplanetaryDisk: command('addProtoplanetaryDisk', { disk: ProtoplanetaryDiskInput }),
  updateProtoplanetaryDisk: command('updateProtoplanetaryDisk', { id: Id, patch: ProtoplanetaryDiskPatch }),
  removeProtoplanetaryDisk: command('removeProtoplanetaryDisk', { id: Id }),

  setNebulae: command('setNebulae', { nebulae: byId(NebulaEntry) }),
  addNebula: command('addNebula', { nebula: NebulaInput }),
  updateNebula: command('updateNebula', { id: Id, patch: NebulaPatch }),
  removeNebula: command('removeNebula', { id: Id }),

  updateRing: command('updateRing', { planetId: Id, patch: RingPatch }),
  removeRing: command('removeRing', { planetId: Id }),

  replaceSnapshot: command('replaceSnapshot', { snapshot: StateInput }),
}

/** Its commands are parsed one by one, so that an error names the place. */
export const Batch = command('batch', { commands: z.array(z.unknown()).min(1).max(limits.batch) })

function command<T extends string, S extends z.ZodRawShape>(type: T, fields: S) {
  return z.strictObject({ type: z.literal(type), ...fields })
}
