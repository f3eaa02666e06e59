import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Tracing } from './tracing.ts'

export interface RequestAtDoor {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** The pattern of its path; the path itself may contain credentials. */
  readonly route: string | undefined
  /** Whether its `traceparent` comes from a trusted sender. */
  readonly isTrusted: boolean
}

/** The span of a request lasts until its answer is sent or its client is gone. */
export function traceRequest(tracing: Tracing, at: RequestAtDoor, handle: () => void): void {
  const { request, response, requestId, route, isTrusted } = at
  const { method = '' } = request
  const start = {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server' as const,
    parent: isTrusted ? request.headers : {},
    attributes: {
      'http.request.method': method,
      'quipu.request_id': requestId,
      ...(route === undefined ? {} : { 'http.route': route }),
    },
  }
  tracing.begin(start, (span) => {
    response.once('close', () => {
      const { statusCode, headersSent, writableFinished } = response
      if (headersSent) span.set({ 'http.response.status_code': statusCode })
      if (!writableFinished) span.set({ 'quipu.hung_up': true })
      if (headersSent && statusCode >= 500) span.fail(String(statusCode))
      span.end()
    })
    handle()
  })
}
