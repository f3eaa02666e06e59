import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Span, Tracer } from '@opentelemetry/api'
import {
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Log } from '@quipu/kit'
import type { Attributes, SpanStart, TraceSpan, Tracing, TracingOptions } from './tracing.ts'

const exportMs = 5_000
const longestValue = 256

/** Spans by OpenTelemetry, without global registration, so that two hosts in one process stay separate. */
export class CollectedTracing implements Tracing {
  readonly #provider: TracerProvider
  readonly #tracer: Tracer
  readonly #contexts = new AsyncLocalStorageContextManager()

  constructor({ endpoint, headers = {}, attributes = {} }: TracingOptions, version: string, log: Log) {
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
    const inner = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: exportMs })
    const own = { 'service.name': 'quipu', 'service.version': version, 'service.instance.id': randomUUID() }
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ ...own, ...attributes })),
      spanLimits: { attributeValueLengthLimit: longestValue },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: watched(inner, new URL(url).host, log),
          exportTimeoutMillis: exportMs,
        }),
      ],
    })
    this.#tracer = this.#provider.getTracer('quipu', version)
  }

  get isInside(): boolean {
    return trace.getSpan(this.#contexts.active()) !== undefined
  }

  inside<Result>(start: SpanStart, work: (span: TraceSpan) => Promise<Result>): Promise<Result> {
    const span = this.#start(start)
    return span.run(async () => {
      try {
        return await work(span)
      } catch (error) {
        // Without its message, which may contain confidential text.
        if (start.isFault?.(error) ?? true) span.fail(error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    })
  }

  begin(start: SpanStart, work: (span: TraceSpan) => void): void {
    const span = this.#start(start)
    span.run(() => work(span))
  }

  outcome(outcome: string): void {
    const span = trace.getSpan(this.#contexts.active())
    span?.setAttribute('quipu.outcome', outcome)
    if (outcome === 'INTERNAL_ERROR') span?.setStatus({ code: SpanStatusCode.ERROR, message: outcome })
  }

  headers(): Readonly<Record<string, string>> {
    const at = trace.getSpanContext(this.#contexts.active())
    if (at === undefined) return {}
    const flags = at.traceFlags.toString(16).padStart(2, '0')
    return { traceparent: `00-${at.traceId}-${at.spanId}-${flags}` }
  }

  async close(): Promise<void> {
    // Spans that could not be sent were logged; closing does not wait longer for a collector that is away.
    const given = new AbortController()
    const shut = this.#provider.shutdown().catch(() => {})
    await Promise.race([shut, sleep(exportMs, undefined, { signal: given.signal }).catch(() => {})])
    given.abort()
  }

  #start({ name, kind, attributes = {}, parent }: SpanStart): OpenSpan {
    const around = parent === undefined ? this.#contexts.active() : remoteContext(parent)
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, around)
    return new OpenSpan(span, trace.setSpan(around, span), this.#contexts)
  }
}

class OpenSpan implements TraceSpan {
  readonly #span: Span
  readonly #context: Context
  readonly #contexts: AsyncLocalStorageContextManager

  constructor(span: Span, context: Context, contexts: AsyncLocalStorageContextManager) {
    this.#span = span
    this.#context = context
    this.#contexts = contexts
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes({ ...attributes })
  }

  fail(reason: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR, message: reason })
  }

  run<Result>(work: () => Result): Result {
    return this.#contexts.with(this.#context, work)
  }

  end(): void {
    this.#span.end()
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

const traceparentForm = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** By W3C Trace Context. A header that does not follow it starts a new trace. */
function remoteContext({ traceparent, tracestate }: IncomingHttpHeaders): Context {
  const [, traceId = '', spanId = '', flags = '0'] = traceparentForm.exec(String(traceparent ?? '')) ?? []
  const state = typeof tracestate === 'string' && tracestate.length <= 512 ? tracestate : undefined
  const remote = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(state === undefined ? {} : { traceState: createTraceState(state) }),
  }
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
}

/** Logs when spans begin to be lost and when that ends, not for every batch between. */
function watched(exporter: SpanExporter, collector: string, log: Log): SpanExporter {
  let isLosing = false
  return {
    export: (spans, tell) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !isLosing)
          log.warn(
            { collector, reason: result.error?.message },
            'traces do not reach the collector; they are dropped until they do',
          )
        if (!failed && isLosing) log.info({ collector }, 'traces reach the collector again')
        isLosing = failed
        tell(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
