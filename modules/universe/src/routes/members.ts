import { defineRoute } from '@quipu/kit'
import { z } from 'zod'
import type { UniverseService } from '../service/universe-service.ts'
import { demandUniverse, OneUniverse, UniverseId } from '../fields.ts'
import { bodyOf, memberView, MemberView } from '../wire.ts'

const list = defineRoute({
  method: 'GET',
  path: '/universes/:id/members',
  summary: 'The owner and whom the universe is shared with',
  needs: 'universe:read',
  effect: 'read',
  params: OneUniverse,
  demandTarget: demandUniverse,
  output: z.object({ members: z.array(MemberView) }),
  run: async (service: UniverseService, { params }, { caller }) => ({
    members: (await service.members(caller, params.id)).map(memberView),
  }),
})

const share = defineRoute({
  method: 'PUT',
  path: '/universes/:id/members',
  summary: 'Share your universe with a person of this installation, or change what they may',
  needs: 'universe:write',
  effect: 'write',
  params: OneUniverse,
  demandTarget: demandUniverse,
  body: bodyOf(z.strictObject({ email: z.string().min(3).max(320), role: z.enum(['viewer', 'editor']) })),
  output: MemberView,
  run: async (service: UniverseService, { params, body }, { caller }) =>
    memberView(await service.share(caller, params.id, body.email, body.role)),
})

const unshare = defineRoute({
  method: 'DELETE',
  path: '/universes/:id/members/:userId',
  summary: 'Share it with this person no longer; for yourself: leave it',
  needs: 'universe:read',
  effect: 'destructive',
  params: z.strictObject({ id: UniverseId, userId: z.string().max(200) }),
  status: 204,
  output: z.void(),
  run: (service: UniverseService, { params }, { caller }) =>
    service.unshare(caller, params.id, params.userId),
})

export const memberRoutes = [list, share, unshare]
