import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { id } from '../field-schemas.ts';
import { Type } from '../schema.ts';
import { dataOf } from './data-envelope.ts';
import { prefers } from './preferences.ts';

const Deleted = Type.Object({ id: id(), deleted: Type.Boolean({ examples: [true] }) }, { title: 'Deleted' });

export const deletedResponses = {
  200: { description: 'Deleted', schema: dataOf(Deleted) },
  204: { description: 'Deleted; for requests with `Prefer: return=minimal`' },
};

/** Sends `{data}`, or 204 without a body when the caller sent `Prefer: return=minimal`. */
export function sendUnlessMinimal(
  reply: FastifyReply,
  headers: IncomingHttpHeaders,
  data: object,
): FastifyReply {
  if (!prefers(headers, 'return=minimal')) return reply.send({ data });
  return reply.code(204).header('preference-applied', 'return=minimal').send();
}
