import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from './certificate.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects in there
  json: any;
}

export type Behaviour = (received: Received, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  /** Everything that arrived, in order. */
  received: Received[];
  /** How it answers from now on; at first 200. */
  answer(behaviour: Behaviour | number): void;
  /** Resolves when so many have arrived in all. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** Somebody else's server, that answers as the test says. */
export async function openReceiver(tls?: Certificate): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let behave: Behaviour = (_, response) => void response.end('ok');
  const listener: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const one = { path: request.url ?? '', headers: request.headers, body, json: parse(body) };
      received.push(one);
      behave(one, response);
      for (const look of waiting) look();
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
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
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
