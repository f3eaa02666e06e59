import { z } from 'zod'
import type { UniverseInfo } from '../service/universe-service.ts'

/** A universe in a line or two of a prompt. */
export const BriefView = z.object({
  id: z.string(),
  name: z.string(),
  revision: z.int(),
  role: z.enum(['owner', 'editor', 'viewer']),
  owner: z.string(),
  bodies: z.int(),
  updatedAt: z.string(),
})

export function briefView({ id, name, revision, role, owner, counts, updatedAt }: UniverseInfo) {
  return {
    id,
    name,
    revision,
    role,
    owner: owner.name,
    bodies: counts.stars,
    updatedAt: updatedAt.toISOString(),
  }
}
