import { z } from 'zod'

/** Limits are checked but not published, because a schema costs tokens in every prompt. */
export function text(most: number): z.ZodString {
  return z
    .string()
    .refine((given) => given.trim() !== '', 'cannot be empty')
    .refine((given) => given.length <= most, `exceeds maximum length of ${most} characters`)
}

export function listOf<Item extends z.ZodType>(item: Item, most: number): z.ZodArray<Item> {
  return z.array(item).refine((given) => given.length <= most, `has more than ${most} entries`)
}

/** At least one. */
export function someOf<Item extends z.ZodType>(item: Item, most: number): z.ZodArray<Item> {
  return listOf(item, most).refine((given) => given.length > 0, 'cannot be empty')
}

export function whole(least: number, highest: number): z.ZodInt {
  return z.int().refine((given) => given >= least && given <= highest, `must be from ${least} to ${highest}`)
}

/** An id or a name. Assistants send ids as numbers too. */
export const Name = z.preprocess((given) => (typeof given === 'number' ? String(given) : given), text(500))

export const most = { title: 250, description: 50_000, names: 20, tasks: 100 } as const

/** The fields that each task and project of an answer has; more may be present. */
export const Item = z.looseObject({ id: z.number(), title: z.string() })
export const Items = z.array(Item)

/** A task of a dry run has no id yet. */
export const Titled = z.looseObject({ title: z.string() })
