import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '@quipu/kit'

export interface TracingOptions {
  /** A collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** What the collector asks for, such as a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** What tells this installation from others. Default of `service.name`: `quipu`. */
  readonly attributes?: Readonly<Record<string, string>> | undefined
}

/**
 * Spans for a collector. Absent when nobody collects: whoever could make a span looks at that one property first.
 * Names and attributes hold only what the program knows: no arguments, addresses of people, credentials or SQL.
 */
export interface Tracing {
  /** Runs the work in a span that ends when the work does. */
  inside<Result>(start: SpanStart, work: (span: TraceSpan) => Promise<Result>): Promise<Result>
  /** Runs the work in a span that ends when `end` is called. */
  begin(start: SpanStart, work: (span: TraceSpan) => void): void
  /** How the call of the span at hand ended. */
  outcome(outcome: string): void
  /** Whether a span is at hand. What happens outside of all calls and jobs is not worth one. */
  readonly isInside: boolean
  /** What makes another service's spans part of this trace. */
  headers(): Readonly<Record<string, string>>
  /** Sends what waits, for five seconds at most. */
  close(): Promise<void>
}

export interface SpanStart {
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes | undefined
  /** The headers of a request whose `traceparent` counts. */
  readonly parent?: IncomingHttpHeaders | undefined
  /** Whether what the work threw is a fault of ours. Default: true. */
  readonly isFault?: ((error: unknown) => boolean) | undefined
}

export interface TraceSpan {
  set(attributes: Attributes): void
  fail(reason: string): void
  /** Work that belongs to this span, although it is begun elsewhere. */
  run<Result>(work: () => Result): Result
  end(): void
}

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Nothing of OpenTelemetry is loaded unless there is a collector. */
export async function openTracing(
  options: TracingOptions | undefined,
  version: string,
  log: Log,
): Promise<Tracing | undefined> {
  if (options === undefined) return undefined
  const { CollectedTracing } = await import('./tracing-export.ts')
  return new CollectedTracing(options, version, log)
}
