import {
  conflict,
  forbidden,
  internalErrorSentence,
  invalid,
  notFound,
  preconditionFailed,
  Refusal,
  rateLimited,
  unauthorized,
  upstreamFailed,
} from '../errors.ts';
import { envelope, unavailabilities } from './error-envelope.ts';
import { bodyTooSlow } from './limit-bodies.ts';
import type { AnyRoute } from './route.ts';
import { statusCodes } from './status-codes.ts';

/** The envelope of every error. */
export const errorSchema = {
  title: 'Error',
  type: 'object',
  required: ['error', 'requestId'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: [...Object.keys(statusCodes), 'INTERNAL_ERROR'] },
        message: { type: 'string', description: 'A sentence for humans' },
        details: {
          type: 'object',
          description: 'With VALIDATION_ERROR: the problems, by field name',
          properties: {
            missing: {
              type: 'array',
              description: 'With CONFLICT: what gates of the project ask for before the ticket is done',
              items: {
                type: 'object',
                required: ['gate', 'text'],
                properties: {
                  gate: { type: 'string' },
                  text: { type: 'string' },
                  entry: { type: 'integer', description: 'The index in a list of changes' },
                },
              },
            },
          },
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    requestId: {
      type: 'string',
      description: 'Also in the X-Request-Id header and in the server log',
    },
  },
};

interface ErrorCase {
  description: string;
  refusal: { code: string; message: string; details?: object | undefined };
  retry?: boolean;
}

const errorCases = {
  400: {
    description: 'The input is not valid; `details` lists the fields and the problems',
    refusal: invalid({ title: ['Title is required'] }),
  },
  401: { description: 'No valid session cookie or API key', refusal: unauthorized() },
  403: { description: 'The caller may not do this', refusal: forbidden('ticket') },
  404: { description: 'The item does not exist', refusal: notFound('Ticket') },
  408: { description: 'The body did not arrive in time', refusal: bodyTooSlow() },
  409: {
    description:
      'A concurrent change, or the first request with this Idempotency-Key, conflicts with this one',
    refusal: conflict(
      'Another request made a conflicting change at the same time. Read the item again, then retry.',
    ),
  },
  412: {
    description: 'The item has changed since the version in If-Match',
    refusal: preconditionFailed('It was changed since you read it. Read it again, then repeat your change.'),
  },
  413: {
    description: 'The body is too large',
    refusal: new Refusal('PAYLOAD_TOO_LARGE', 'The request body is larger than this route accepts'),
  },
  415: {
    description: 'The route does not accept this content type',
    refusal: new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'),
  },
  416: {
    description: 'The file ends before the requested range; `Content-Range` has its length',
    refusal: new Refusal('RANGE_NOT_SATISFIABLE', 'The file has only 1024 bytes'),
  },
  422: {
    description: 'The Idempotency-Key was used for another request',
    refusal: new Refusal(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    ),
  },
  429: {
    description: 'Too many requests in a minute',
    refusal: rateLimited('More than 6000 requests in a minute. Slow down and try again.', 12),
    retry: true,
  },
  500: {
    description: 'An internal error',
    refusal: {
      code: 'INTERNAL_ERROR',
      message: internalErrorSentence,
    },
  },
  502: {
    description: 'Another system, such as a code host, failed; the message quotes its error',
    refusal: upstreamFailed('GitHub returned 500: Server Error', 60),
    retry: true,
  },
  503: {
    description: 'The server is overloaded, receives too many bodies, or its database is not available',
    refusal: unavailabilities.unreachable(),
    retry: true,
  },
  507: {
    description: 'The disk of the server is full',
    refusal: unavailabilities.full(),
    retry: true,
  },
} satisfies Record<number, ErrorCase>;

type ErrorStatus = keyof typeof errorCases;

/** VALIDATION_ERROR → ValidationError */
const errorSchemaName = (status: ErrorStatus) =>
  errorCases[status].refusal.code
    .toLowerCase()
    .replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** For `components.responses`. */
export function errorResponses(): Record<string, object> {
  const statuses = Object.keys(errorCases).map(Number) as ErrorStatus[];
  return Object.fromEntries(
    statuses.map((status) => [errorSchemaName(status), errorResponse(errorCases[status])]),
  );
}

function errorResponse({ description, refusal, retry }: ErrorCase): object {
  const { code, message, details } = refusal;
  return {
    description,
    ...(retry && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: envelope(code, message, '9f2c41d8-1k', details),
      },
    },
  };
}

/** Derives the errors of a route from the rest of its definition. */
export function routeErrors(definition: AnyRoute): Record<number, object> {
  const { method, params, query, asksOthers } = definition;
  const isSignedIn = definition.access === 'signed-in';
  const isChange = method !== 'GET';
  // The body of a request is read and checked also where the route takes none.
  const mayHaveBody = isChange;
  const possible: Record<ErrorStatus, boolean> = {
    400: Boolean(query ?? params) || mayHaveBody,
    401: isSignedIn || Boolean(definition.checksCredentials),
    // Changes are also refused when the Origin header names another site.
    403: isSignedIn || isChange,
    404: Boolean(params) || Boolean(asksOthers),
    408: mayHaveBody,
    409: isChange,
    412:
      Boolean(definition.checksVersions) ||
      (Boolean(definition.versioned) && (method === 'PUT' || method === 'DELETE')),
    413: mayHaveBody,
    415: mayHaveBody,
    416: Boolean(definition.sendsFile),
    422: isSignedIn && method === 'POST',
    429: true,
    500: true,
    502: Boolean(asksOthers),
    503: true,
    507: isChange,
  };
  const statuses = (Object.keys(possible).map(Number) as ErrorStatus[]).filter((status) => possible[status]);
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${errorSchemaName(status)}` }]),
  );
}
