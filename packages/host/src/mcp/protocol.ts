import { DoorError } from '../calls/door-error.ts'
import type { Fields } from '../input/fields.ts'
import { isFields } from '../input/fields.ts'
import type { MalformedBody } from '../input/malformed-body.ts'

export const modernVersion = '2026-07-28'
export const legacyVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export const metaKey = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

export const code = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  transport: -32000,
  sessionNotFound: -32001,
  legacyForbidden: -32001,
  forbidden: -31001,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

/** The extension by which a client shows a page of the server beside a tool's answer (MCP Apps). */
const windowExtension = 'io.modelcontextprotocol/ui'

/** The same in both eras. */
export const serverCapabilities = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
  extensions: { [windowExtension]: {} },
}

export type RequestId = string | number

export interface Message {
  readonly id?: RequestId
  readonly method?: string
  readonly params?: Fields
  readonly result?: Fields
  readonly error?: Fields
}

/** An answer in JSON-RPC's error format. `status` is the HTTP status. */
export class RpcError extends DoorError {
  override readonly name = 'RpcError'
  readonly code: number
  readonly status: number
  readonly data: Fields | undefined

  constructor(rpcCode: number, message: string, options: { status?: number; data?: Fields } = {}) {
    super(message)
    this.code = rpcCode
    this.status = options.status ?? 200
    this.data = options.data
  }
}

/** To a legacy client HTTP 404 would mean that its session is gone, so only a modern one gets that status. */
export function methodNotFound(method: string, era: 'modern' | 'legacy'): RpcError {
  const status = era === 'modern' ? 404 : 200
  return new RpcError(code.methodNotFound, `Method not found: ${method.slice(0, 100)}`, { status })
}

export function asParseError({ message }: MalformedBody): RpcError {
  return new RpcError(code.parseError, message, { status: 400 })
}

/** Reads one JSON-RPC message; throws `RpcError` with the HTTP status 400 for anything else. */
export function readMessage(value: unknown): Message {
  if (!isFields(value) || value['jsonrpc'] !== '2.0') {
    throw new RpcError(code.invalidRequest, 'Invalid request: one JSON-RPC 2.0 message is expected', {
      status: 400,
    })
  }
  const { id, method, params } = value
  const idIsGood =
    id === undefined || typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id))
  if (!idIsGood)
    throw new RpcError(code.invalidRequest, 'Invalid request: id must be a string or an integer', {
      status: 400,
    })
  if (method !== undefined && typeof method !== 'string') {
    throw new RpcError(code.invalidRequest, 'Invalid request: method must be a string', { status: 400 })
  }
  if (params !== undefined && !isFields(params)) {
    throw new RpcError(code.invalidParams, 'Invalid params: an object is expected', { status: 400 })
  }
  if (method === undefined && (id === undefined || !('result' in value || 'error' in value))) {
    throw new RpcError(code.invalidRequest, 'Invalid request: method is missing', { status: 400 })
  }
  // Checked member by member above; results and errors of clients are read where they are used.
  return value as Message
}

export function responseJson(id: RequestId | undefined, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},"result":${result}}`
}

export function errorJson(id: RequestId | undefined, error: RpcError, traceId: string): string {
  const data = error.data ?? { trace_id: traceId }
  const body = { code: error.code, message: error.message, data }
  const idPart = id === undefined ? '' : `"id":${JSON.stringify(id)},`
  return `{"jsonrpc":"2.0",${idPart}"error":${JSON.stringify(body)}}`
}

export function notificationJson(method: string, params: Fields): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params })
}
