import * as z from 'zod'
import { Id } from './scalars.ts'

/** Entries under their ids. An entry may leave its own id out; another one than its key is refused. */
export function byId<T extends { id?: string | undefined }>(entry: z.ZodType<T>) {
  return z.record(Id, entry).transform((entries, context) => {
    const result: Record<string, T & { id: string }> = Object.create(null)
    for (const [id, value] of Object.entries(entries)) {
      if (value.id !== undefined && value.id !== id) {
        context.addIssue({
          code: 'custom',
          message: `must be "${id}", as its key, or left out`,
          path: [id, 'id'],
        })
        return z.NEVER
      }
      result[id] = { ...value, id }
    }
    return result
  })
}
