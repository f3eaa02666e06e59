import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { MalformedBody } from './malformed-body.ts'

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
  readonly limit: number

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes`)
    this.limit = limit
  }
}

/** The body as text. Stops reading as soon as it is over the limit. */
export function readBody(request: IncomingMessage, limit: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(new BodyTooLarge(limit))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        request.pause()
        request.removeAllListeners('data')
        reject(new BodyTooLarge(limit))
      }
    })
    request.on('end', () => {
      const [only] = chunks
      const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
      if (isUtf8(bytes)) resolve(bytes.toString('utf8'))
      else reject(new MalformedBody('Parse error: the body is not valid UTF-8'))
    })
    request.on('close', () => {
      if (!request.complete) reject(new Error('The client went away'))
    })
  })
}
