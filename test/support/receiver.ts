import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its payloads
  json: any;
}

export type Behaviour = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  /** Every request so far, oldest first. */
  received: Received[];
  /** Sets how requests are answered from now on. The default is 200. */
  answer(behaviour: Behaviour | number): void;
  /** Resolves when this many requests have arrived in all. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** Starts a webhook receiver whose answers the test controls. */
export async function openReceiver(tls?: Certificate): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let behave: Behaviour = (_, response) => void response.end('ok');
  const listener: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const incoming = { path: request.url ?? '', headers: request.headers, body, json: parse(body) };
      received.push(incoming);
      behave(incoming, response);
      for (const check of waiting) check();
    });
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      behave = typeof next === 'number' ? (_, response) => void response.writeHead(next).end() : next;
    },
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return;
          waiting.delete(check);
          resolve(received);
        };
        waiting.add(check);
        check();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
