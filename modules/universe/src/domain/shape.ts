import * as z from 'zod'

/** The fields of a patch: any of the fields; null clears an optional one. */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | null | undefined }

/** The input of a client: fields with a default may be left out; the parsed value is complete. */
export type Filled<T> = z.ZodType<T, Partial<T>>

/**
 * The schema of an input. `defaults` gets the given fields, so that one field can depend on another; it must always
 * return the same fields.
 */
export function filled<S extends z.ZodRawShape>(
  shape: S,
  defaults: (given: Partial<z.infer<z.ZodObject<S>>>) => Partial<z.infer<z.ZodObject<S>>>,
): Filled<z.infer<z.ZodObject<S>>> {
  const optional = Object.keys(defaults({}))
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    optional.includes(name) ? z.optional(field) : field,
  ])
  const given = z.strictObject(Object.fromEntries(fields) as S)
  // The shape's own schemas have checked each field; only those with a default were absent.
  return given.transform((value) => ({ ...defaults(value as never), ...defined(value) })) as never
}

/** Every field may be left out, and null clears one that is optional in the shape. */
export function patchOf<S extends z.ZodRawShape>(shape: S): z.ZodType<Patch<z.infer<z.ZodObject<S>>>> {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    z.optional(isOptional(field) ? z.nullable(field) : field),
  ])
  // Built from the shape field by field, which the compiler cannot follow through Object.entries.
  return z.strictObject(Object.fromEntries(fields)) as never
}

/** Without fields that are undefined: JSON has none, and a log must read back as it was written. */
export function defined<T extends object>(value: T): T {
  for (const name in value) {
    if (value[name] === undefined) {
      return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T
    }
  }
  return value
}

/** The entity with the patch's fields; null removes a field. */
export function patched<T extends object>(entity: T, patch: Patch<T>): T {
  const result = { ...entity }
  for (const name in patch) {
    const field = patch[name]
    if (field === undefined) continue
    if (field === null) delete result[name]
    else result[name] = field as T[typeof name]
  }
  return result
}

function isOptional(field: z.core.$ZodType): boolean {
  return field instanceof z.ZodOptional
}
