import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { pipeline } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { cleanLine, type Download, type Log } from '@quipu/kit'
import type { RunningCall } from '../calls/running-call.ts'

/** Sends a file to be saved. No browser displays it, whatever it contains. */
export async function sendDownload(
  { incoming, outgoing }: HttpBindings,
  call: RunningCall,
  download: Download,
  log: Log,
): Promise<Response> {
  const { bytes, size } = download
  if (incoming.method === 'HEAD' || outgoing.destroyed) await bytes.cancel()
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  outgoing.writeHead(200, headOf(download))
  if (incoming.method === 'HEAD') {
    outgoing.end()
    return RESPONSE_ALREADY_SENT
  }
  try {
    // The same streams under two names: those of the platform, and those of Node's types.
    const source = Readable.fromWeb(bytes as NodeStream<Uint8Array>)
    const { signal } = call
    if (size === undefined) await pipeline(source, outgoing, { signal })
    else await pipeline(source, exactly(size), outgoing, { signal })
  } catch (error) {
    // The client sees a connection that breaks off: fewer bytes than declared, or no last chunk.
    if (!call.isAborted) log.error({ err: error, request_id: call.requestId }, 'a download broke off')
  }
  return RESPONSE_ALREADY_SENT
}

function exactly(size: number) {
  return async function* counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let sent = 0
    for await (const chunk of source) {
      sent += chunk.byteLength
      if (sent > size) break
      yield chunk
    }
    if (sent !== size) throw new Error(`A download of ${size} bytes had ${sent > size ? 'more' : sent}`)
  }
}

function headOf({ size, fileName, contentType }: Download): Record<string, string> {
  const isType = /^[\w.+-]+\/[\w.+-]+(;\s*charset=[\w-]+)?$/.test(contentType ?? '')
  return {
    'content-type': isType && contentType !== undefined ? contentType : 'application/octet-stream',
    ...(size === undefined ? {} : { 'content-length': String(size) }),
    'content-disposition': attachment(fileName),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
  }
}

/** The name in ASCII for old programs, and unchanged. */
function attachment(fileName: string): string {
  const name = cleanLine(fileName).replace(/[/\\]/g, '_').slice(0, 200).toWellFormed() || 'download'
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
