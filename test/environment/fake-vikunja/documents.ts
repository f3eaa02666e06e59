import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { corrections } from './corrections.ts'
import type { Generation } from './route.ts'

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  readonly generation: Generation
  readonly method: string
  /** Of the route, with `:name` for parameters. */
  readonly path: string
  readonly query: URLSearchParams
  readonly contentType: string
  readonly sent: unknown
  readonly status: number
  /** Undefined for no body, and for a file. */
  readonly answered: unknown
}

interface Operation {
  readonly parameters: ReadonlyMap<unknown, ValidateFunction>
  readonly body: (contentType: string) => ValidateFunction | undefined
  readonly answer: (status: number) => ValidateFunction | undefined
}

/**
 * Vikunja's own documents of its API, which lie outside this project: in the folder that QUIPU_VIKUNJA_DOCUMENTS names,
 * or in `../shared/vikunja`. Undefined where they are not.
 */
export function openDocuments(): Documents | undefined {
  const root = resolve(import.meta.dirname, '../../..')
  const folder = process.env['QUIPU_VIKUNJA_DOCUMENTS'] ?? join(root, '../shared/vikunja')
  if (opened?.folder === folder) return opened.documents
  const files = ['openapi-v1.json', 'openapi-v2.json'].map((name) => join(folder, name))
  const [v1, v2] = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined))
  if (v1 === undefined || v2 === undefined) {
    if (!isSaid) console.warn(`NOT CHECKED: the API documents of Vikunja are not in ${folder}`)
    isSaid = true
    return undefined
  }
  const documents = new Documents(strict(JSON.parse(v1)), JSON.parse(v2))
  opened = { folder, documents }
  return documents
}
let isSaid = false
let opened: { readonly folder: string; readonly documents: Documents } | undefined

export class Documents {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, logger: false })
  readonly #roots: Readonly<Record<Generation, unknown>>
  readonly #schemas = new Map<string, ValidateFunction>()
  readonly #operations = new Map<string, Operation | undefined>()

  constructor(v1: unknown, v2: unknown) {
    this.#ajv.addFormat('date-time', isMoment)
    this.#ajv.addSchema(Object.assign({}, v1, { $id: 'v1' }))
    this.#ajv.addSchema(Object.assign({}, v2, { $id: 'v2' }))
    this.#roots = { v1, v2 }
  }

  /** What of the exchange is not as the document says, each in one line. */
  violations(exchange: Exchange): string[] {
    const { generation, method, path } = exchange
    const name = `${generation} ${method} ${path.replace(/:\w+/g, '{}')}`
    const operation = this.#operation(name)
    if (operation === undefined) return [`${name} is in no document`]
    const found: string[] = []
    for (const [parameter, value] of exchange.query) {
      const check = operation.parameters.get(parameter)
      if (check === undefined) found.push(`${name} has no query parameter ${parameter}`)
      else found.push(...this.#errors(`${name} ?${parameter}`, check, value))
    }
    if (exchange.sent !== undefined) {
      const check = operation.body(exchange.contentType)
      if (check === undefined) found.push(`${name} takes no ${exchange.contentType} body`)
      else if (exchange.status < 400) found.push(...this.#errors(`${name} request`, check, exchange.sent))
    }
    if (exchange.answered !== undefined) {
      const check = operation.answer(exchange.status)
      if (check === undefined) found.push(`${name} answers no ${exchange.status}`)
      else found.push(...this.#errors(`${name} ${exchange.status}`, check, exchange.answered))
    }
    return found
  }

  #errors(where: string, check: ValidateFunction, value: unknown): string[] {
    if (check(value)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message = '', params }) =>
        `${where}${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  #operation(name: string): Operation | undefined {
    if (!this.#operations.has(name)) this.#operations.set(name, this.#find(name))
    return this.#operations.get(name)
  }

  #schema(ref: string): ValidateFunction {
    const known = this.#schemas.get(ref) ?? this.#ajv.compile({ $ref: ref })
    this.#schemas.set(ref, known)
    return known
  }

  #find(name: string): Operation | undefined {
    // Made of these three in `violations`.
    const [generation, method, path] = name.split(' ') as [Generation, string, string]
    const correction = corrections[name]
    const [likeMethod = method, likePath = path] = correction?.like?.split(' ') ?? []
    const root = this.#roots[generation]
    const templates = Object.keys(at(root, 'paths') ?? {})
    const template = templates.find((one) => one.replace(/\{\w+\}/g, '{}') === likePath) ?? ''
    const place = ['paths', template, likeMethod.toLowerCase()]
    const node = at(root, ...place)
    if (node === undefined && correction === undefined) return undefined
    const schemaOf = (ref: string) => this.#schema(`${generation}#/${ref}`)
    const schemaAt = (...steps: string[]) => schemaOf([...place, ...steps].map(escaped).join('/'))
    const parameters = Object.entries(at(node, 'parameters') ?? {}) as [string, unknown][]
    const bodyIndex = parameters.find(([, parameter]) => at(parameter, 'in') === 'body')?.[0]

    return {
      parameters: new Map([
        ...(correction?.query ?? []).map((name) => [name, this.#ajv.compile({})] as const),
        ...parameters
          .filter(([, parameter]) => at(parameter, 'in') === 'query')
          .map(([, parameter]) => [at(parameter, 'name'), this.#ajv.compile(textSchema(parameter))] as const),
      ]),
      body: (contentType) => {
        if (correction?.request !== undefined) return schemaOf(correction.request)
        if (generation === 'v1')
          return bodyIndex === undefined ? undefined : schemaAt('parameters', bodyIndex, 'schema')
        const steps = ['requestBody', 'content', contentType.split(';')[0] ?? '', 'schema']
        return at(node, ...steps) === undefined ? undefined : schemaAt(...steps)
      },
      answer: (status) => {
        // The check of the token stands before both generations, and refuses in the form of v1, which has but one.
        if (status === 401 || (status >= 400 && generation === 'v1'))
          return this.#schema('v1#/definitions/web.HTTPError')
        if (correction?.answer !== undefined && status < 300) return schemaOf(correction.answer)
        const known = [String(status), 'default'].find((one) => at(node, 'responses', one) !== undefined)
        if (known === undefined) return undefined
        const [type] = Object.keys(at(node, 'responses', known, 'content') ?? {})
        const steps = type === undefined ? ['schema'] : ['content', type, 'schema']
        const isThere = at(node, 'responses', known, ...steps) !== undefined
        return isThere ? schemaAt('responses', known, ...steps) : undefined
      },
    }
  }
}

function at(node: unknown, ...steps: readonly string[]): unknown {
  let inner = node
  for (const step of steps)
    inner = typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined
  return inner
}

/** A query parameter comes as text. */
function textSchema(parameter: unknown): object {
  const schema = at(parameter, 'schema') ?? parameter
  const one = at(schema, 'items') ?? schema
  const values = at(one, 'enum')
  if (values !== undefined) return { enum: values }
  const type = at(one, 'type')
  if (type === 'integer') return { type: 'string', pattern: '^-?\\d+$' }
  return type === 'boolean' ? { enum: ['true', 'false'] } : { type: 'string' }
}

/**
 * The document of v1 cannot say that a list may be null, forgets that one of several words may be missing, and does not
 * say that other fields are wrong.
 */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (typeof value !== 'object' || value === null) return value
  const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, strict(inner)]))
  if (node['type'] === 'array') return { ...node, type: ['array', 'null'] }
  if (node['type'] === 'string' && Array.isArray(node['enum']))
    return { ...node, enum: [...node['enum'], ''] }
  if (node['type'] !== 'object' || node['properties'] === undefined || 'additionalProperties' in node)
    return node
  return { ...node, additionalProperties: false }
}

function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text)
}
