import type { Module, Route } from '@quipu/kit'
import { inputSchemaOf, outputSchemaOf } from '@quipu/kit'

/** The REST surface of every module as an OpenAPI 3.1 document. */
export function openApi(modules: readonly Module[], appUrl: string, version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const module of modules) {
    for (const route of module.routes ?? []) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(module, route) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quipu', version },
    servers: [{ url: appUrl }],
    security: [{ bearer: [] }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  }
}

function operation(module: Module, route: Route): object {
  const parameters = [...fields(route, 'params', 'path'), ...fields(route, 'query', 'query')]
  const error = {
    description: 'error, message and trace_id',
    content: { 'application/json': { schema: { type: 'object' } } },
  }
  return {
    summary: route.summary,
    tags: [module.name],
    security: [{ bearer: route.needs }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: inputSchemaOf(route.body) } },
          },
        }),
    responses: {
      [route.status]: {
        description: 'Done',
        content: { 'application/json': { schema: outputSchemaOf(route.output) } },
      },
      default: error,
    },
  }
}

function fields(route: Route, part: 'params' | 'query', place: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = inputSchemaOf(route[part]) as {
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
