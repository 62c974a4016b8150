import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForm, isJson } from '../content-type.ts';
import { type FieldMessages, Refusal } from '../errors.ts';
import { fieldLabel } from '../validation/index.ts';
import { isObject } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the body is not valid JSON or has a NUL character; refused after `authorizeFirst`, like other bad input. */
    bodyProblem: FieldMessages | undefined;
    /** The unparsed body, kept only for the request hash of an Idempotency-Key. */
    rawBody: string | undefined;
  }
}

/** A body without a Content-Type is parsed as JSON; an empty body counts as no body. */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.decorateRequest('bodyProblem', undefined);
  app.decorateRequest('rawBody', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
    const { takesBytes, takesForms } = request.routeOptions.config;
    if (type && !isJson(type) && !(takesForms && isForm(type))) {
      return done(new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'));
    }
    if (encoding.toLowerCase() !== 'identity') {
      return done(new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding'));
    }
    if (takesBytes) return done(null, bytes);
    // Decoding would replace each byte that is not UTF-8 with U+FFFD, silently.
    if (!isUtf8(bytes)) return refuseLater(request, { body: ['The body is not UTF-8'] }, done);
    const body = bytes.toString();
    if (request.headers['idempotency-key']) request.rawBody = body;
    if (body.trim() === '') return done(null, undefined);
    parse(request, body, (error, value) => {
      if (error) return refuseLater(request, { body: ['The body is not valid JSON'] }, done);
      // PostgreSQL cannot store NUL.
      if (body.includes('\\u0000') && containsNul(value)) return refuseLater(request, nulsIn(value), done);
      done(null, value);
    });
  });
}

function refuseLater(
  request: FastifyRequest,
  problem: FieldMessages,
  done: (error: null, body: undefined) => void,
) {
  request.bodyProblem = problem;
  done(null, undefined);
}

/** One message per field with a NUL; a field whose own name has one is reported as `body`. */
function nulsIn(body: unknown): FieldMessages {
  const problem = 'contains a NUL character, which cannot be stored';
  const fields = Object.entries(isObject(body) ? body : {})
    .filter(([field, value]) => !containsNul(field) && containsNul(value))
    .map(([field]) => [field, [`${fieldLabel(field)} ${problem}`]]);
  return fields.length > 0 ? Object.fromEntries(fields) : { body: [`The body ${problem}`] };
}

/** Iterative, because a body of 1 MiB of nested brackets would overflow the stack. */
function containsNul(body: unknown): boolean {
  const rest = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (value === null || typeof value !== 'object') continue;
    for (const [key, inner] of Object.entries(value)) rest.push(key, inner);
  }
  return false;
}
