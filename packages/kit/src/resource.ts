import type { Call } from './call.ts'
import type { ResourceContents } from './content.ts'
import type { LimitPolicy } from './tool.ts'

/** Suggests values for one variable or argument while a person types. */
export type Complete<Service> = (service: Service, typed: string, call: Call) => Promise<readonly string[]>

export interface Resource<Service = unknown> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Fixed, or a template with simple variables: `tasks://task/{task_id}`. */
  readonly uri: string
  readonly mimeType: string
  readonly limit?: LimitPolicy | undefined
  readonly needs: readonly string[]
  /** How long a client may cache what it read. Default: 0. */
  readonly cacheSeconds: number
  readonly complete: Readonly<Record<string, Complete<Service>>>
  /** Undefined means that this resource does not exist for this caller. */
  read(
    service: Service,
    variables: Readonly<Record<string, string>>,
    call: Call,
  ): Promise<string | Uint8Array | readonly ResourceContents[] | undefined>
}

export type ResourceDefinition<Service> = Omit<Resource<Service>, 'needs' | 'cacheSeconds' | 'complete'> & {
  readonly needs?: string | readonly string[]
  readonly cacheSeconds?: number
  readonly complete?: Readonly<Record<string, Complete<Service>>>
}

export function defineResource<Service>(definition: ResourceDefinition<Service>): Resource<Service> {
  const { needs = [], cacheSeconds = 0, complete = {}, ...facts } = definition
  return {
    ...facts,
    needs: typeof needs === 'string' ? [needs] : needs,
    cacheSeconds,
    complete,
    read: (service, variables, call) => definition.read(service, variables, call),
  }
}
