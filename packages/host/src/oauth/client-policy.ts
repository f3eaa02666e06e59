import type { Configuration } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { ClientDocuments } from './client-documents.ts'
import { isDescribed } from './kept-documents.ts'
import { applicationTypeOf, redirectProblem } from './redirect-uris.ts'
import { clientGrants } from './server-metadata.ts'

type Features = NonNullable<Configuration['features']>

/** The parts of a provider's configuration that decide who may be a client, and of which kind. */
export type ClientConfiguration = Pick<
  Configuration,
  'clientAuthMethods' | 'clientDefaults' | 'extraClientMetadata' | 'fetch' | 'fetchResponseBodyLimits'
> & {
  readonly features: Pick<
    Features,
    'clientIdMetadataDocument' | 'registration' | 'registrationManagement' | 'rpMetadataChoices'
  >
}

/**
 * Public clients only, with code, refresh and device. Clients send more metadata than needed, and each sends something
 * else. What is not needed is dropped, so that no client is refused for it and none of its URLs is fetched.
 */
export function clientConfiguration(documents: ClientDocuments): ClientConfiguration {
  const { feature, fetch, fetchResponseBodyLimits } = documents.configuration()
  return {
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
    },
    extraClientMetadata: {
      // The provider calls the validator once for each of these, and lets it change every other field.
      properties: ['software_id'],
      validator: (ctx, _key, _value, metadata) => {
        const fields: Fields = metadata
        applyPolicy(fields, originOf(fields, ctx !== undefined))
      },
    },
    fetch,
    fetchResponseBodyLimits,
    features: {
      registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
      registrationManagement: { enabled: false },
      clientIdMetadataDocument: feature,
      // Makes the provider pass on the list of methods from which `none` is chosen below.
      rpMetadataChoices: { enabled: true },
    },
  }
}

type Fields = Record<string, unknown>

/** Where a client comes from: it registers now, it is in the store, or a document describes it. */
type Origin = 'registering' | 'kept' | 'described'

function originOf(fields: Fields, isRegistering: boolean): Origin {
  if (isRegistering) return 'registering'
  return isDescribed(String(fields['client_id'])) ? 'described' : 'kept'
}

function applyPolicy(fields: Fields, client: Origin): void {
  fields['token_endpoint_auth_method'] = authMethodOf(fields, client)
  for (const name of Object.keys(fields)) if (!keptFields.has(name)) delete fields[name]
  for (const name of ['client_name', 'software_id']) keepIfAny(fields, name, plainText(fields[name]))
  for (const name of linkFields) keepIfAny(fields, name, httpsLink(fields[name]))
  keepKnown(fields, 'grant_types', clientGrants, ['authorization_code', 'refresh_token'])
  keepKnown(fields, 'response_types', ['code'], ['code'])

  const uris = fields['redirect_uris']
  if (!Array.isArray(uris)) return
  // Stored clients were checked when they were added; an admin may have allowed more than a client may ask for.
  const problem = redirectProblem(uris, client === 'kept' ? 'admin' : 'client')
  if (problem !== undefined) throw new errors.InvalidClientMetadata(`redirect_uris ${problem}`)
  fields['application_type'] = applicationTypeOf(uris)
}

/**
 * The answer to a registration says that no secret was issued. A document gets no answer: one that does not allow a
 * client without authentication would send an assertion that nobody checks.
 */
function authMethodOf(fields: Fields, client: Origin): 'none' {
  const offered = fields['token_endpoint_auth_methods_supported']
  const isNone = Array.isArray(offered)
    ? offered.includes('none')
    : fields['token_endpoint_auth_method'] === 'none'
  if (client === 'registering' || isNone) return 'none'
  throw new errors.InvalidClientMetadata(
    'token_endpoint_auth_method must be none, or token_endpoint_auth_methods_supported must include it',
  )
}

function keepIfAny(fields: Fields, name: string, value: unknown): void {
  if (value === undefined) delete fields[name]
  else fields[name] = value
}

/** A value that is not a list stays, so that the provider refuses it. */
function keepKnown(
  fields: Fields,
  name: string,
  known: readonly string[],
  otherwise: readonly string[],
): void {
  const given = fields[name]
  if (!Array.isArray(given) || given.length === 0) return
  const kept = known.filter((value) => given.includes(value))
  fields[name] = kept.length > 0 ? kept : [...otherwise]
}

/** One line without invisible characters. Values that are not text stay, so that the provider refuses them. */
function plainText(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined
  const visible = value
    .replace(/\s+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
  return /^.{1,200}/u.exec(visible)?.[0]
}

function httpsLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_000 || !/^https:\/\/[\x21-\x7e]+$/i.test(value))
    return undefined
  return URL.canParse(value) ? value : undefined
}

const linkFields = ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri']

/**
 * Without `scope`: the provider would restrict a client to the scopes of its registration, and refuse it when a tool
 * needs one more. A person's consent decides what a client may do. Without keys and sectors: their URLs are fetched.
 */
const keptFields = new Set([
  'application_type',
  'client_id',
  'client_id_issued_at',
  'client_name',
  'grant_types',
  'redirect_uris',
  'response_types',
  'software_id',
  'token_endpoint_auth_method',
  ...linkFields,
])
