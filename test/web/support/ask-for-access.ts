import { hashText } from '../../../src/platform/crypto.ts';

/** Registers an application and returns the parameters with which it opens `/oauth/authorize`. */
export async function askForAccess(
  serverUrl: string,
  { redirectUri = 'http://127.0.0.1:9/callback', verifier = 'v'.repeat(43) } = {},
): Promise<URLSearchParams> {
  const response = await fetch(`${serverUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Robot', redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await response.json()) as { client_id: string };
  return new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: hashText(verifier),
    code_challenge_method: 'S256',
    state: '007',
    resource: `${serverUrl}/mcp`,
  });
}
