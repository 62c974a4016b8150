import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { secondMs } from '../clock.ts';

const unreadMsDefault = 30 * secondMs;
// Sockets accept this much at once, so it is sent even if nobody reads.
const smallLength = 64 * 1024;

/**
 * Ends a long answer of which the client has read nothing for 30 s, because it occupies memory and a limited place.
 * Event streams have their own rules.
 */
export function endUnreadAnswers(app: FastifyInstance, unreadMs = unreadMsDefault): void {
  app.answerSteps.push((_request, reply, payload) => {
    if (isLong(payload) && !isEventStream(reply.getHeader('content-type'))) endIfUnread(reply.raw, unreadMs);
  });
}

function endIfUnread(response: ServerResponse, unreadMs: number): void {
  response.setTimeout(unreadMs, () => response.destroy());
}

const isEventStream = (contentType: unknown) => String(contentType).startsWith('text/event-stream');

function isLong(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > smallLength;
  return typeof payload === 'object' && payload !== null;
}
