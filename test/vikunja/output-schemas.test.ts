import type { Json } from '@quipu/kit'
import { vikunja } from '@quipu/vikunja'
import { expect, test } from 'vitest'

/** The schemas of objects in a schema, itself included. */
function objectsIn(schema: Json | undefined): Readonly<Record<string, Json>>[] {
  if (schema === null || typeof schema !== 'object') return []
  if (Array.isArray(schema)) return schema.flatMap((each: Json) => objectsIn(each))
  // Neither null nor a list.
  const fields = schema as Readonly<Record<string, Json>>
  const inner = Object.values(fields).flatMap(objectsIn)
  return fields['type'] === 'object' ? [fields, ...inner] : inner
}

test.each(vikunja.tools.map(({ name, outputSchema }) => [name, outputSchema] as const))(
  '[VK190] every object in the output of %s has fields that are always there, and may have more',
  (_, schema) => {
    const objects = objectsIn(schema)
    expect(objects.length).toBeGreaterThan(0)
    for (const { required, properties } of objects) {
      expect(Object.keys(properties ?? {}).length).toBeGreaterThan(0)
      expect((required as readonly Json[] | undefined)?.length ?? 0).toBeGreaterThan(0)
    }
  },
)
