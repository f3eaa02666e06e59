/** Where the parts of the authorization server are, below the public URL. */
export const paths = {
  authorization: '/api/oauth/authorize',
  token: '/api/oauth/token',
  registration: '/api/oauth/register',
  revocation: '/api/oauth/revoke',
  device_authorization: '/api/oauth/device',
  code_verification: '/device',
  jwks: '/api/oauth/jwks',
  interaction: '/authorize',
} as const

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
/** What a client may request. */
export const clientGrants = ['authorization_code', 'refresh_token', deviceGrant] as const

/** RFC 8414. Written here and not by the library, which would also describe OpenID Connect. */
export function serverMetadata(
  appUrl: string,
  scopes: Iterable<string>,
  { clientDocuments }: { readonly clientDocuments: boolean },
) {
  return {
    issuer: appUrl,
    authorization_endpoint: appUrl + paths.authorization,
    token_endpoint: appUrl + paths.token,
    registration_endpoint: appUrl + paths.registration,
    revocation_endpoint: appUrl + paths.revocation,
    device_authorization_endpoint: appUrl + paths.device_authorization,
    jwks_uri: appUrl + paths.jwks,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: clientGrants,
    code_challenge_methods_supported: ['S256'],
    scopes_supported: [...scopes],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: clientDocuments,
    authorization_response_iss_parameter_supported: true,
  }
}
