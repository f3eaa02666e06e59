/** The parts of an OpenAPI 3.1 document, as `quipu openapi` prints it, that the types are made from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema | boolean
  readonly prefixItems?: readonly Schema[]
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

/** TypeScript for `openapi-fetch`: one interface that tells what each path takes and answers. */
export function apiTypes({ paths }: ApiDocument): string {
  const entries = Object.entries(paths).map(([path, operations]) => {
    const members = methods.map((method) => {
      const operation = operations[method]
      return operation === undefined ? `${method}?: never` : `${method}: ${operationType(operation)}`
    })
    return `${JSON.stringify(path)}: { ${members.join('; ')} }`
  })
  return `// Made by scripts/generate-client.ts from the OpenAPI document.\nexport interface paths {\n${entries.join('\n')}\n}\n`
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const places = (['query', 'header', 'path'] as const).map((place) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    if (found.length === 0) return `${place}?: never`
    const isOptional = found.every(({ required }) => !required)
    const fields = found.map(({ name, required, schema }) => fieldType(name, schema, required))
    return `${place}${isOptional ? '?' : ''}: { ${fields.join('; ')} }`
  })
  const body =
    requestBody === undefined ? 'requestBody?: never' : `requestBody: ${contentType(requestBody.content)}`
  const answers = Object.entries(responses).map(
    ([status, { content }]) =>
      `${status}: ${content === undefined ? '{ content?: never }' : contentType(content)}`,
  )
  return `{ parameters: { ${places.join('; ')} }; ${body}; responses: { ${answers.join('; ')} } }`
}

function contentType(content: Content): string {
  const kinds = Object.entries(content).map(
    ([type, { schema }]) => `${JSON.stringify(type)}: ${schema === undefined ? 'unknown' : typeOf(schema)}`,
  )
  return `{ content: { ${kinds.join('; ')} } }`
}

/** What is said in a way that is not known here is `unknown`: a page then has to look before it uses it. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return `(${choices.map(typeOf).join(' | ')})`
  if (schema.allOf !== undefined) return `(${schema.allOf.map(typeOf).join(' & ')})`
  if (Array.isArray(schema.type))
    return `(${schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ')})`
  if (schema.type === 'array') return arrayType(schema)
  if (schema.type === 'object') return objectType(schema)
  return plainTypes.get(String(schema.type)) ?? 'unknown'
}

const plainTypes = new Map([
  ['string', 'string'],
  ['boolean', 'boolean'],
  ['null', 'null'],
  ['number', 'number'],
  ['integer', 'number'],
])

function arrayType({ items, prefixItems }: Schema): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(typeOf).join(', ')}]`
  return items === undefined || typeof items === 'boolean' ? 'unknown[]' : `(${typeOf(items)})[]`
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fieldType(name, schema, required.includes(name)),
  )
  const more = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (fields.length === 0) return `{ [name: string]: ${more} }`
  return `{ ${fields.join('; ')} }`
}

function fieldType(name: string, schema: Schema, isRequired: boolean): string {
  return `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'}`
}
