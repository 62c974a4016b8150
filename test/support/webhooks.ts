import { createHmac, randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { assertDocumented } from './openapi-contract.ts';
import type { ApiResponse, World } from './world.ts';

type Headers = Record<string, string>;

export const hookSecret = 'It’s a Secret to Everybody';

/** Environment variables that give every code host the same secret. */
export const signedHosts = Object.fromEntries(
  ['GITHUB', 'GITLAB', 'GITEA', 'FORGEJO', 'BITBUCKET'].map((host) => [`${host}_WEBHOOK_SECRET`, hookSecret]),
);

export const hexSignature = (bytes: string | Buffer, secret = hookSecret) =>
  createHmac('sha256', secret).update(bytes).digest('hex');

/** The headers that GitHub sends, with the signature of the body. */
export const githubHeaders = (
  event: string,
  bytes: string | Buffer,
  delivery: string = randomUUID(),
): Headers => ({
  'content-type': 'application/json',
  'user-agent': 'GitHub-Hookshot/044aadd',
  'x-github-event': event,
  'x-github-delivery': delivery,
  'x-hub-signature-256': `sha256=${hexSignature(bytes)}`,
});

/** Posts raw bytes and checks that the answer matches the OpenAPI document. */
export async function sendHook(
  world: World,
  url: string,
  payload: string | Buffer,
  headers: Headers,
): Promise<ApiResponse> {
  const response = await world.app.inject({ method: 'POST', url, payload, headers } as InjectOptions);
  const answer = {
    status: response.statusCode,
    headers: response.headers,
    body: JSON.parse(response.body),
  };
  assertDocumented(world.app, 'POST', url, answer);
  return answer;
}

export function sendGithub(
  world: World,
  event: string,
  payload: object,
  delivery?: string,
): Promise<ApiResponse> {
  const bytes = JSON.stringify(payload);
  return sendHook(world, '/webhooks/vcs', bytes, githubHeaders(event, bytes, delivery));
}
