import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** The headers of server-sent events. */
export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or buffers the response would delay the messages.
  'cache-control': 'private, no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Takes the response over from Fastify; from here on the caller writes it. */
export function startEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.server.leaveAdmission(reply.request);
  const { raw, server } = reply;
  server.openStreams.count++;
  raw.once('close', () => {
    server.openStreams.count--;
  });
  // The end of the connection ends the response, so no chunked encoding is needed.
  raw.useChunkedEncodingByDefault = false;
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  return raw.writeHead(200, { ...headers, ...eventStreamHeaders, connection: 'close' });
}
