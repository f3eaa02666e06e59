import type { Module, Route, Stream } from '@quipu/kit'
import { jsonSchemaOf } from '@quipu/kit'
import type { z } from 'zod'

/** A GET route of the host itself whose answer is a file. */
export interface Download {
  readonly path: Route['path']
  readonly summary: string
  /** The module that it is listed under. */
  readonly tag: string
  readonly needs: readonly string[]
  readonly query?: z.ZodObject
  readonly contentType: string
  /** The schema of the file, or of one line of it; none if it is not text. */
  readonly content?: z.ZodType
}

/** A route without its implementation. */
type Described = Omit<Route, 'run' | 'demandTarget'>

type DescribedStream = Omit<Stream, 'open' | 'demandTarget'>

interface Routed extends Pick<Module, 'name'> {
  readonly routes?: readonly Described[]
  readonly streams?: readonly DescribedStream[]
}

export interface RestSurface {
  readonly modules: readonly Routed[]
  readonly downloads: readonly Download[]
}

/** The REST routes and streams of every module, and the host's own files, as an OpenAPI 3.1 document. */
export function openApi({ modules, downloads }: RestSurface, appUrl: string, version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const module of modules) {
    for (const route of module.routes ?? []) {
      const path = templateOf(route)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(module, route) }
    }
    for (const stream of module.streams ?? []) {
      const path = templateOf(stream)
      paths[path] = { ...paths[path], get: streamOperation(module, stream) }
    }
  }
  for (const download of downloads) paths[download.path] = { get: downloadOperation(download) }
  return {
    openapi: '3.1.0',
    info: { title: 'Quipu', version },
    servers: [{ url: appUrl }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}

function templateOf({ path }: Pick<Route, 'path'>): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

const error = {
  description: 'error, message and trace_id',
  content: { 'application/json': { schema: { type: 'object' } } },
}

function operation(module: Routed, route: Described): object {
  const isByLink = route.admits === 'link'
  const parameters = [
    ...fields(route.params, 'path'),
    ...fields(route.query, 'query'),
    ...(isByLink ? [linkField] : []),
    ...(route.body === 'bytes' ? [nameField] : []),
  ]
  return {
    summary: route.summary,
    tags: [module.name],
    security: isByLink ? [] : [{ bearer: route.needs }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content:
              route.body === 'bytes'
                ? anyBytes
                : { 'application/json': { schema: jsonSchemaOf(route.body) } },
          },
        }),
    responses: {
      [route.status]: {
        description: route.output === 'download' ? 'A file to be saved' : 'Done',
        ...(route.status === 204 ? {} : { content: contentOf(route.output) }),
      },
      ...(route.body === 'bytes' ? { 413: tooLarge(route) } : {}),
      ...(isByLink ? { 410: { ...error, description: 'The link has expired' } } : {}),
      default: error,
    },
  }
}

/** Any content type, and no schema: how OpenAPI 3.1 describes bytes. */
const anyBytes = { '*/*': {} }
const linkField = { name: 'link', in: 'query', required: true, schema: { type: 'string' } }
const nameField = {
  name: 'Content-Disposition',
  in: 'header',
  required: false,
  description: 'The name of the file, as in attachment; filename="report.pdf"',
  schema: { type: 'string' },
}

function tooLarge({ bodyLimitBytes }: Described): object {
  const most = bodyLimitBytes === undefined ? 'the server takes' : `${bodyLimitBytes} bytes`
  return { ...error, description: `The body is larger than ${most}` }
}

function contentOf(output: Route['output']): object {
  return output === 'download' ? anyBytes : { 'application/json': { schema: jsonSchemaOf(output) } }
}

function streamOperation(module: Routed, { summary, needs, params, query }: DescribedStream): object {
  const resumed = { name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }
  return {
    summary,
    tags: [module.name],
    security: [{ bearer: needs }],
    parameters: [...fields(params, 'path'), ...fields(query, 'query'), resumed],
    responses: {
      200: {
        description: 'Events, each with its name, its data and mostly an id to go on from',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      default: error,
    },
  }
}

function downloadOperation({ summary, tag, needs, query, contentType, content }: Download): object {
  const schema = content === undefined ? {} : { schema: jsonSchemaOf(content) }
  return {
    summary,
    tags: [tag],
    security: [{ bearer: needs }],
    ...(query === undefined ? {} : { parameters: fields(query, 'query') }),
    responses: { 200: { description: 'Done', content: { [contentType]: schema } }, default: error },
  }
}

function fields(part: z.ZodObject, place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = jsonSchemaOf(part) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}
