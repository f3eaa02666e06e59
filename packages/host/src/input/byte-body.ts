import type { IncomingMessage } from 'node:http'
import { cleanLine, ToolError, type ByteBody } from '@quipu/kit'
import { BodyTooLarge } from './read-body.ts'

/** A client that sends nothing for this long is disconnected. */
const silentMs = 60_000
const longestName = 255

/** The body as a stream, with what the client declares about it. Throws if its declared length is over the limit. */
export function byteBody(request: IncomingMessage, limit: number): ByteBody {
  const {
    'content-length': declared,
    'content-type': type,
    'content-disposition': disposition,
  } = request.headers
  const length = declared === undefined ? undefined : Number(declared)
  if (length !== undefined && length > limit) throw new BodyTooLarge(limit)
  return {
    bytes: chunksOf(request, limit),
    contentType: type?.split(';', 1)[0]?.trim().toLowerCase(),
    length,
    fileName: fileNameOf(disposition),
  }
}

/** An incomplete body had no effect, so the same request may be sent again. */
export function brokenOff(cause?: unknown): ToolError {
  return new ToolError('TIMEOUT', 'The body broke off before its end; send it again', {}, { cause })
}

async function* chunksOf(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  request.setTimeout(silentMs)
  try {
    // The end of the loop does not destroy the request, because the answer uses the same connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new BodyTooLarge(limit)
      yield chunk
    }
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error
    throw brokenOff(error)
  } finally {
    request.setTimeout(0)
  }
}

/** `filename*` in UTF-8 takes precedence over `filename`, and folders are removed. */
function fileNameOf(disposition: string | undefined): string | undefined {
  if (disposition === undefined) return undefined
  const encoded = /;\s*filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1]
  const quoted = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition)
  const name = decoded(encoded) ?? quoted?.[1]?.replace(/\\(.)/g, '$1') ?? quoted?.[2]
  const last = cleanLine(name ?? '')
    .split(/[/\\]/)
    .at(-1)
    ?.slice(0, longestName)
    .toWellFormed()
  return last === undefined || last === '' || /^\.+$/.test(last) ? undefined : last
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return undefined
  }
}
