import { connectionScopes, resourceOf } from './issuer.ts';

/** RFC 9728. */
export const describeResource = (issuer: string, name: string) => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: connectionScopes,
  bearer_methods_supported: ['header'],
  resource_name: name,
});

/** RFC 8414. */
export const describeServer = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  registration_endpoint: `${issuer}/oauth/register`,
  revocation_endpoint: `${issuer}/oauth/revoke`,
  scopes_supported: connectionScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
