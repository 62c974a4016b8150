import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable, type Unavailability, UniqueViolation } from '../db/index.ts';
import { conflict, internalErrorSentence, invalid, Refusal, storageFull, unavailable } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { type StorageFault, StorageUnavailable } from '../storage/index.ts';
import { jsonType } from './json-in-turns.ts';
import { statusCodes } from './status-codes.ts';

/** Sends every error as `{error: {code, message, details?}, requestId}` and logs those that are not refusals. */
export function installErrorEnvelope(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (!asRefusal(error)) {
      logger.error({ err: error, requestId: request.id, route: request.routeOptions?.url }, 'Request failed');
    }
    // Fastify closes the connection after a body that it refuses. A client that is still sending would get a reset instead
    // of the answer, so the connection stays open while `limitBodies` discards the rest.
    if (error.code?.startsWith('FST_ERR_CTP_')) reply.removeHeader('connection');
    return sendError(error, request, reply);
  });
}

export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isAfterCommit = request.hasCommitted && error instanceof DatabaseUnavailable;
  const refusal = isAfterCommit ? savedWithoutAnswer() : asRefusal(error);
  if (!refusal) {
    return reply
      .code(500)
      .type(jsonType)
      .send(envelope('INTERNAL_ERROR', internalErrorSentence, request.id));
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return reply
    .code(statusCodes[refusal.code])
    .type(jsonType)
    .send(envelope(refusal.code, refusal.message, request.id, detailsOf(refusal)));
}

const detailsOf = ({ details, missing }: Refusal) => (missing ? { ...details, missing } : details);

export function envelope(code: string, message: string, requestId: string, details?: object) {
  return { error: { code, message, ...(details && { details }) }, requestId };
}

const savedWithoutAnswer = () =>
  unavailable(
    'Your change was saved, but the database failed before the answer was complete. Read the item to see it, or repeat the request with the same Idempotency-Key.',
  );

/** The message for the caller. Except for a connection lost during the commit, nothing was changed. */
export const unavailabilities: Record<Unavailability, () => Refusal> = {
  unreachable: () => unavailable('The database is not available right now. Try again in a few seconds.'),
  'read-only': () =>
    unavailable(
      'The database accepts no changes right now. Nothing was changed; try again in a few seconds.',
    ),
  damaged: () => unavailable('The database of the server is damaged. Its operator must restore a backup.'),
  full: () =>
    storageFull(
      'The disk of the server is full. Nothing was changed; try again when its operator made room.',
    ),
  'server-full': () =>
    unavailable(
      'The disk of the database server is full. Nothing was changed; try again when its operator made room.',
    ),
  busy: () =>
    unavailable(
      'Other changes held the database for too long. Nothing was changed; try again in a few seconds.',
    ),
  superseded: () =>
    unavailable(
      'A newer version of Docket takes over the database. Nothing was changed; try again in a few seconds.',
    ),
  'lost-in-commit': () =>
    unavailable(
      'The database was lost while it saved your change. It may have been saved: repeat the request with the same Idempotency-Key, or look before you repeat it without one.',
    ),
};

const storageDown = () =>
  unavailable('The file storage of the server is not available right now. Try again in a few seconds.');

/** Files are stored before anything is changed, and reading them changes nothing. */
const storageFaults: Record<StorageFault, () => Refusal> = {
  unreachable: storageDown,
  refused: storageDown,
  missing: storageDown,
  full: () =>
    storageFull(
      'The file storage of the server is full. Nothing was changed; try again when its operator made room.',
    ),
};

function asRefusal(error: Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof StorageUnavailable) return storageFaults[error.reason]();
  if (error instanceof DatabaseUnavailable) return unavailabilities[error.reason]();
  if (error instanceof UniqueViolation) {
    return error.table === 'idempotency_keys'
      ? conflict('The first request with this Idempotency-Key is still running. Try again in a moment.')
      : conflict(
          'Another request made a conflicting change at the same time. Read the item again, then retry.',
        );
  }
  return asFrameworkRefusal(error as FastifyError);
}

function asFrameworkRefusal({ code, statusCode, message }: FastifyError): Refusal | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) {
    return new Refusal('PAYLOAD_TOO_LARGE', 'The request body is larger than this route accepts');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json');
  }
  if (code === 'FST_ERR_BAD_URL') return invalid({ url: ['The URL is not valid'] });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return invalid({ request: [message] });
  }
  return undefined;
}
