import type { TestUser } from '../environment/test-user.ts'

/** What we need of a published schema. */
export interface Field {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly items?: Field
  readonly properties?: Readonly<Record<string, Field>>
  readonly required?: readonly string[]
}

/** The published schema of the input of each tool. */
export async function toolsOf(user: TestUser): Promise<ReadonlyMap<string, Field>> {
  const { result } = await user.rpc('tools/list')
  const { tools } = result as unknown as { tools: { name: string; inputSchema: Field }[] }
  return new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]))
}

/** The input, once with the text in each field that takes text. */
export function inputsWith({ properties = {} }: Field = {}, base: object, text: string): object[] {
  return Object.entries(properties).flatMap(([name, field]) =>
    valuesOf(field, text).map((value) => ({ ...base, [name]: value })),
  )
}

function valuesOf(field: Field, text: string): unknown[] {
  if (field.enum !== undefined) return []
  if (field.type === 'string') return [text]
  if (field.items !== undefined) return valuesOf(field.items, text).map((value) => [value])
  const needed = Object.fromEntries((field.required ?? []).map((name) => [name, 'x']))
  return inputsWith(field, needed, text)
}
