import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '@quipu/kit'

export interface TracingOptions {
  /** A collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Headers that the collector requires, such as a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Attributes that identify this installation. Default of `service.name`: `quipu`. */
  readonly attributes?: Readonly<Record<string, string>> | undefined
}

/**
 * Spans for a collector. Absent if there is none: code that could make a span checks that one property first. Names and
 * attributes contain only known values: no arguments, e-mail addresses, credentials or SQL.
 */
export interface Tracing {
  /** Runs the work in a span that ends when the work does. */
  inside<Result>(start: SpanStart, work: (span: TraceSpan) => Promise<Result>): Promise<Result>
  /** Runs the work in a span that ends when `end` is called. */
  begin(start: SpanStart, work: (span: TraceSpan) => void): void
  /** Records how the call of the current span ended. */
  outcome(outcome: string): void
  /** Whether there is a current span. Work outside of all calls and jobs gets none. */
  readonly isInside: boolean
  /** Headers that make another service's spans part of this trace. */
  headers(): Readonly<Record<string, string>>
  /** Sends the waiting spans, for at most five seconds. */
  close(): Promise<void>
}

export interface SpanStart {
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes | undefined
  /** The headers of a request whose `traceparent` is trusted. */
  readonly parent?: IncomingHttpHeaders | undefined
  /** Whether an error of the work is a bug of ours. Default: true. */
  readonly isFault?: ((error: unknown) => boolean) | undefined
}

export interface TraceSpan {
  set(attributes: Attributes): void
  fail(reason: string): void
  /** Runs work that belongs to this span, although it is started elsewhere. */
  run<Result>(work: () => Result): Result
  end(): void
}

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** OpenTelemetry is loaded only if there is a collector. */
export async function openTracing(
  options: TracingOptions | undefined,
  version: string,
  log: Log,
): Promise<Tracing | undefined> {
  if (options === undefined) return undefined
  const { CollectedTracing } = await import('./tracing-export.ts')
  return new CollectedTracing(options, version, log)
}
