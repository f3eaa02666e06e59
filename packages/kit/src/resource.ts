import type { Call } from './call.ts'
import type { ResourceContents } from './content.ts'
import type { LimitPolicy } from './tool.ts'

/** Suggests values for one variable or argument while a person types. */
export type Complete<Service> = (service: Service, typed: string, call: Call) => Promise<readonly string[]>

interface ResourceFacts {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Fixed, or a template with simple variables: `tasks://task/{task_id}`. */
  readonly uri: string
  readonly mimeType: string
  readonly limit?: LimitPolicy | undefined
}

export interface ResourceDefinition<Service> extends ResourceFacts {
  readonly needs?: string | readonly string[]
  /** How long a client may cache what it read. Default: 0. */
  readonly cacheSeconds?: number
  readonly complete?: Readonly<Record<string, Complete<Service>>>
  /** Undefined means that this resource does not exist for this caller. */
  read(
    service: Service,
    variables: Readonly<Record<string, string>>,
    call: Call,
  ): Promise<string | Uint8Array | readonly ResourceContents[] | undefined>
}

export interface Resource<Service = unknown> extends ResourceFacts {
  readonly needs: readonly string[]
  readonly cacheSeconds: number
  readonly isTemplate: boolean
  readonly complete: Readonly<Record<string, Complete<Service>>>
  /** The variables of a URI that this resource matches; undefined for any other URI. */
  match(uri: string): Readonly<Record<string, string>> | undefined
  read: ResourceDefinition<Service>['read']
}

export function defineResource<Service>(definition: ResourceDefinition<Service>): Resource<Service> {
  const { needs = [], cacheSeconds = 0, complete = {}, ...facts } = definition
  return {
    ...facts,
    needs: typeof needs === 'string' ? [needs] : needs,
    cacheSeconds,
    isTemplate: definition.uri.includes('{'),
    complete,
    match: matcher(definition.uri),
    read: (service, variables, call) => definition.read(service, variables, call),
  }
}

function matcher(template: string): Resource['match'] {
  const names: string[] = []
  const pattern = template.replace(/\{(\w+)\}|[^{]+/g, (literal, name: string | undefined) => {
    if (name === undefined) return literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    names.push(name)
    return '([^/?#]+)'
  })
  const whole = new RegExp(`^${pattern}$`)
  return (uri) => {
    const found = whole.exec(uri)
    if (found === null) return undefined
    const variables: Record<string, string> = {}
    for (const [index, name] of names.entries()) {
      const value = decode(found[index + 1] ?? '')
      if (value === undefined) return undefined
      variables[name] = value
    }
    return variables
  }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
