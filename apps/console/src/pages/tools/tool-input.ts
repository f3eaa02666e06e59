import { Problem } from '../../api/problem.ts'

interface InputField {
  readonly name: string
  readonly says: string
  readonly isRequired: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** The fields of a tool's input schema, in its order. */
export function fieldsOf(schema: Fields): readonly InputField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(recordOf(schema['properties'])).map(([name, field]) => {
    const schemaOfField = recordOf(field)
    const says = schemaOfField['description']
    return {
      name,
      says: typeof says === 'string' ? says : kindWords(schemaOfField),
      isRequired: required.includes(name),
    }
  })
}

/** The initial JSON: the required fields, each with an empty value of its type. */
export function sampleOf(schema: Fields): string {
  const properties = recordOf(schema['properties'])
  const required = fieldsOf(schema).filter(({ isRequired }) => isRequired)
  const entries = required.map(({ name }) => [name, emptyOf(recordOf(properties[name]))])
  return JSON.stringify(Object.fromEntries(entries), undefined, 2)
}

/** Throws a `Problem` that can be shown if the text is not a JSON object. */
export function argumentsFrom(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.trim() === '' ? '{}' : text)
  } catch {
    throw new Problem(400, 'The arguments are not JSON. Check quotes and commas.', 'none')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem(400, 'The arguments must be a JSON object: { "name": value }.', 'none')
  return { ...value }
}

/** What a field without a description takes: “one of: all, pending”, “integer, from 1 to 100”. */
function kindWords(schema: Fields): string {
  if (Array.isArray(schema['enum'])) return `One of: ${schema['enum'].join(', ')}.`
  const [type] = [schema['type']].flat()
  if (typeof type !== 'string') return ''
  const { minimum, maximum } = schema
  const from = typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? ` from ${minimum}` : ''
  const to = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? ` to ${maximum}` : ''
  return `${type === 'string' ? 'Text' : type.charAt(0).toUpperCase() + type.slice(1)}${from}${to}.`
}

function emptyOf(schema: Fields): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown
  return (
    new Map<unknown, unknown>([
      ['number', 0],
      ['integer', 0],
      ['boolean', false],
      ['array', []],
      ['object', {}],
    ]).get(schema['type']) ?? ''
  )
}

function recordOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
