export type RpcId = string | number | null
export type Fields = Readonly<Record<string, unknown>>

/** One JSON-RPC message, as far as forwarding needs to know it. */
export type RpcMessage =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: Fields }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Fields }
  | { readonly kind: 'response'; readonly id: RpcId; readonly isError: boolean }
  | { readonly kind: 'unknown' }

/** A message that is not JSON-RPC is `unknown`; the host refuses it. */
export function readMessage(line: string): RpcMessage {
  const item = parseJson(line)
  if (!isFields(item)) return { kind: 'unknown' }
  const { id, method } = item
  const hasId = typeof id === 'string' || typeof id === 'number' || id === null
  if (typeof method === 'string') {
    const params = isFields(item['params']) ? item['params'] : {}
    return hasId ? { kind: 'request', id, method, params } : { kind: 'notification', method, params }
  }
  const isAnswer = hasId && ('result' in item || 'error' in item)
  return isAnswer ? { kind: 'response', id, isError: 'error' in item } : { kind: 'unknown' }
}

/** A batch as single messages: each must be sent again, or not, on its own. An empty one stays, to be refused. */
export function splitBatch(line: string): readonly string[] {
  if (!line.startsWith('[')) return [line]
  const items = parseJson(line)
  if (!Array.isArray(items) || items.length === 0) return [line]
  return items.map((item) => JSON.stringify(item))
}

/** The same message under another id. The line must hold one JSON object. */
export function withId(line: string, id: RpcId): string {
  const message = parseJson(line)
  return JSON.stringify({ ...(isFields(message) ? message : {}), id })
}

/** 1 and "1" are different ids. */
export function idKey(id: unknown): string {
  return JSON.stringify(id) ?? ''
}

export function errorAnswer(id: RpcId, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

export function cancelNotice(id: RpcId, reason: string): string {
  const params = { requestId: id, reason }
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
}

export function metaOf(params: Fields): Fields {
  const meta = params['_meta']
  return isFields(meta) ? meta : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
