import type { IncomingHttpHeaders } from 'node:http'
import type { Json, Tool } from '@quipu/kit'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import { code, RpcError } from './protocol.ts'

const named = new Map<string, 'name' | 'uri'>([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

/** Headers repeat values of the body, for proxies; a request in which they differ is refused. */
export function checkStandardHeaders(headers: IncomingHttpHeaders, method: string, params: Fields): void {
  if (headers['mcp-method'] === undefined) throw mismatch('Mcp-Method header is missing')
  if (headers['mcp-method'] !== method) {
    throw mismatch(`Mcp-Method header does not match the method of the body`)
  }
  const source = named.get(method)
  if (source === undefined) return
  const name = one(headers['mcp-name'])
  if (name === undefined) throw mismatch('Mcp-Name header is missing')
  if (decode(name) !== params[source])
    throw mismatch(`Mcp-Name header does not match params.${source} of the body`)
}

/** Parameters that a tool marks with `x-mcp-header` are also sent as `Mcp-Param-…`, and must match. */
export function checkParamHeaders(headers: IncomingHttpHeaders, tool: Tool, given: unknown): void {
  for (const { header, path } of mirrored(tool)) {
    const sent = one(headers[`mcp-param-${header.toLowerCase()}`])
    const value = valueAt(given, path)
    if (value === undefined || value === null) {
      if (sent !== undefined) throw mismatch(`Mcp-Param-${header} header has no value in the body`)
      continue
    }
    if (sent === undefined) throw mismatch(`Mcp-Param-${header} header is missing`)
    if (!agrees(decode(sent), value)) throw mismatch(`Mcp-Param-${header} header does not match the body`)
  }
}

interface Mirrored {
  readonly header: string
  readonly path: readonly string[]
}

const known = new WeakMap<Tool, readonly Mirrored[]>()

function mirrored(tool: Tool): readonly Mirrored[] {
  let found = known.get(tool)
  if (found === undefined) {
    found = [...annotated(tool.inputSchema, [])]
    known.set(tool, found)
  }
  return found
}

function* annotated(schema: Json | undefined, path: readonly string[]): Generator<Mirrored> {
  if (!isFields(schema)) return
  const header = schema['x-mcp-header']
  if (typeof header === 'string') yield { header, path }
  const { properties } = schema
  if (!isFields(properties)) return
  for (const [name, child] of Object.entries(properties)) yield* annotated(child as Json, [...path, name])
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value
  for (const key of path) at = isFields(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return at
}

function agrees(sent: string, value: unknown): boolean {
  if (typeof value === 'number') return sent.trim() !== '' && Number(sent) === value
  return sent === String(value)
}

const sentinel = /^=\?base64\?(.*)\?=$/s

function decode(value: string): string {
  if (/[^\t\x20-\x7e]/.test(value))
    throw mismatch('A header has characters outside plain ASCII; encode it in base64')
  const encoded = sentinel.exec(value)?.[1]
  if (encoded === undefined) return value
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) throw mismatch('A header is not valid base64')
  return bytes.toString('utf8')
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

export function mismatch(detail: string): RpcError {
  return new RpcError(code.headerMismatch, `Header mismatch: ${detail}`, { status: 400 })
}
