import * as z from 'zod'
import { filled, patchOf } from './shape.ts'
import { Color, Icon, Id, Name, Vector } from './scalars.ts'

const plain = {
  name: Name,
  color: Color.optional(),
  icon: Icon.optional(),
  position: Vector.optional(),
}

export const GroupChild = z.strictObject({
  id: Id,
  type: z.enum(['system', 'group']).describe('A system is a body without parent.'),
})
const place = { parentGroupId: Id.nullable(), children: z.array(GroupChild) }
const nowhere = () => ({ parentGroupId: null, children: [] })

export const Group = z.strictObject({ id: Id, ...plain, ...place })
export const GroupPayload = filled({ ...plain, ...place }, nowhere)
export const GroupPatch = patchOf(plain)
/** Inside a state the id stands before the entry, and of parent and children each follows from the other. */
export const GroupInput = z.strictObject({
  id: Id.optional(),
  ...plain,
  parentGroupId: place.parentGroupId.optional(),
  children: place.children.optional(),
})

export type Group = Readonly<z.infer<typeof Group>>
export type GroupInput = z.infer<typeof GroupInput>
export type GroupChild = Readonly<z.infer<typeof GroupChild>>
/** A group as the model keeps it: its place among the children of its parent is a number. */
export type GroupEntity = Omit<Group, 'children'> & { readonly order: number }
/** A system in a group, by the id of its root body. Groups in groups are given by `parentGroupId`. */
export interface Member {
  readonly groupId: string
  readonly type: 'system'
  readonly order: number
}
