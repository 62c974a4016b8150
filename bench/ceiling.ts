import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Call } from './load.ts';

/** A response of the real server, which the ceiling server repeats. */
export interface RecordedResponse {
  status: number;
  type: string;
  body: string;
}

const samples = 21;

/** The response of median length out of several, so that the ceiling sends about as many bytes. */
export async function recordResponse(origin: string, cookie: string, next: () => Call) {
  const responses: RecordedResponse[] = [];
  for (let i = 0; i < samples; i++) responses.push(await send(origin, cookie, next()));
  responses.sort((a, b) => a.body.length - b.body.length);
  return responses[(samples - 1) / 2] as RecordedResponse;
}

export async function send(
  origin: string,
  cookie: string,
  { method, path, body }: Call,
): Promise<RecordedResponse> {
  const response = await fetch(origin + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: text };
}

/** Starts a bare Fastify server that sends the response: the upper bound for a server in Node. */
export async function startCeiling(response: RecordedResponse) {
  const child = fork(new URL('./ceiling-server.ts', import.meta.url));
  child.send(response);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
