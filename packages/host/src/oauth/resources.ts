import type { ResourceServer } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { ProfileScopes } from '../identity/resource-metadata.ts'
import { audienceOf, profileQuery } from '../identity/resource-metadata.ts'

export interface ResourceOptions {
  /** The public URL: the resource of requests that name none. */
  readonly appUrl: string
  /** The URL of each MCP endpoint → the scopes of each of its profiles. */
  readonly endpoints: ReadonlyMap<string, ProfileScopes>
  /** The endpoint whose scopes requests get that name neither scope nor resource. None: the scopes of all tools. */
  readonly defaultEndpoint: string | undefined
  /** Every scope of the installation. */
  readonly scopes: readonly string[]
  readonly accessSeconds: number
}

/** The resources that tokens can be for: each MCP endpoint, and the installation as a whole. */
export class Resources {
  readonly #options: ResourceOptions

  constructor(options: ResourceOptions) {
    this.#options = options
  }

  get umbrella(): string {
    return this.#options.appUrl
  }

  /** The scopes of a resource; undefined for one that is not ours. */
  scopesOf(resource: string): readonly string[] | undefined {
    const { appUrl, endpoints, scopes } = this.#options
    if (resource === appUrl || resource === `${appUrl}/`) return scopes
    const audience = audienceOf(resource)
    // With other parameters beside a profile's query, it is not the resource that the metadata describe.
    const query = profileQuery(resource.slice(audience.length))
    return audience + query === resource ? endpoints.get(audience)?.(query) : undefined
  }

  /** The scopes of a request that names none: all scopes of its resource. */
  defaultScopes(resources: readonly string[]): readonly string[] {
    const { endpoints, defaultEndpoint } = this.#options
    const tools = [...new Set([...endpoints.values()].flatMap((scopes) => scopes('') ?? []))]
    if (resources.length === 0) return endpoints.get(defaultEndpoint ?? '')?.('') ?? tools
    const known = new Set(resources.flatMap((resource) => this.scopesOf(resource) ?? []))
    // Managing the account is never granted unless it is asked for.
    return tools.filter((name) => known.has(name))
  }

  /** In the library's format. */
  serverFor(resource: string): ResourceServer {
    const scopes = this.scopesOf(resource)
    if (scopes === undefined)
      throw new errors.InvalidTarget(
        `Unknown resource; use ${this.#options.appUrl} or one of its MCP endpoints`,
      )
    return {
      scope: scopes.join(' '),
      audience: audienceOf(resource).replace(/\/$/, ''),
      accessTokenTTL: this.#options.accessSeconds,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    }
  }
}
