import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import { id } from '../field-schemas.ts';
import { Type } from '../schema.ts';
import { oneOf } from './data-envelope.ts';

const Deleted = Type.Object({ id: id(), deleted: Type.Boolean({ examples: [true] }) }, { title: 'Deleted' });

export const deletedAnswers = {
  200: { description: 'It is gone', schema: oneOf(Deleted) },
  204: { description: 'It is gone; asked for with `Prefer: return=minimal`' },
};

export const sendDeleted = (reply: FastifyReply, headers: IncomingHttpHeaders, gone: string) =>
  sendUnlessMinimal(reply, headers, { id: gone, deleted: true });

/** The answer to a deletion, or none for a caller who prefers none. */
export function sendUnlessMinimal(
  reply: FastifyReply,
  headers: IncomingHttpHeaders,
  data: object,
): FastifyReply {
  if (!/\breturn=minimal\b/.test(String(headers.prefer ?? ''))) return reply.send({ data });
  return reply.code(204).header('preference-applied', 'return=minimal').send();
}
