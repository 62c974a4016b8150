import { Agent, request } from 'node:http';
import type { Call } from './load.ts';

export interface TimedResponse {
  ms: number;
  body: unknown;
}

/** Sends requests on one connection and returns for each the time until the whole answer is there. */
export function timeCall(origin: string, cookie: string): (call: Call) => Promise<TimedResponse> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ method, path, body }) =>
    new Promise((resolve, reject) => {
      const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
      const startedAt = performance.now();
      const sent = request(`${origin}${path}`, { agent, method, headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const ms = performance.now() - startedAt;
        const text = Buffer.concat(chunks).toString();
        if (Math.floor((response.statusCode ?? 0) / 100) !== 2)
          reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
        else resolve({ ms, body: JSON.parse(text) });
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
}
