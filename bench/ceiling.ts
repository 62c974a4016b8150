import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Call } from './load.ts';

/** An answer of the real server, to be repeated by the ceiling. */
export interface Answer {
  status: number;
  type: string;
  body: string;
}

const samples = 21;

/** Of some answers the one of middle length, so that the ceiling sends about as many bytes. */
export async function captureAnswer(origin: string, cookie: string, next: () => Call): Promise<Answer> {
  const answers: Answer[] = [];
  for (let i = 0; i < samples; i++) answers.push(await ask(origin, cookie, next()));
  answers.sort((a, b) => a.body.length - b.body.length);
  return answers[(samples - 1) / 2] as Answer;
}

export async function ask(origin: string, cookie: string, { method, path, body }: Call): Promise<Answer> {
  const response = await fetch(origin + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: text };
}

/** A bare Fastify that sends the answer: no server here can be faster. */
export async function startCeiling(answer: Answer) {
  const child = fork(new URL('./ceiling-server.ts', import.meta.url));
  child.send(answer);
  const [port] = (await once(child, 'message')) as [number];
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
