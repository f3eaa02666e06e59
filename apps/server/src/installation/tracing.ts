import type { HostOptions } from '@quipu/host'
import { z } from 'zod'

/** As OpenTelemetry writes them: `name=value`, separated by commas, percent-encoded where they would be misread. */
const Pairs = (example: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const pairs = text.split(',').filter((pair) => pair.trim() !== '')
      const read = pairs.flatMap((pair) => pairOf(pair) ?? [])
      if (read.length < pairs.length)
        context.addIssue(`must be pairs such as ${example}, with %2C for a comma in a value`)
      return Object.fromEntries(read.map(({ name, value }) => [name, value]))
    })

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((text) => isEndpoint(text), {
      error: 'must be a URL that starts with http:// or https://, without a query',
    })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: Pairs('api-key=secret,x-team=blue'),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: Pairs('deployment.environment.name=staging,service.namespace=team'),
}

/** The variables are OpenTelemetry's own. */
export function tracingOf(variables: z.infer<z.ZodObject<typeof tracingVariables>>): HostOptions['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name } = variables
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: variables.OTEL_EXPORTER_OTLP_HEADERS,
    attributes: {
      ...variables.OTEL_RESOURCE_ATTRIBUTES,
      ...(name === undefined ? {} : { 'service.name': name }),
    },
  }
}

function pairOf(text: string): { readonly name: string; readonly value: string } | undefined {
  const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(text) ?? []
  if (name === undefined || value === undefined) return undefined
  try {
    return { name: decodeURIComponent(name), value: decodeURIComponent(value) }
  } catch {
    return undefined
  }
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.search + url.hash === ''
}
