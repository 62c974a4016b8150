import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForm, isJson } from '../content-type.ts';
import { type FieldMessages, Refusal } from '../errors.ts';
import { fieldLabel } from '../validation/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the body could not be read as JSON, or holds what cannot be stored; refused after the caller is known to be allowed here. */
    bodyProblem: FieldMessages | undefined;
    /** The bytes as they came, kept only where an Idempotency-Key asks for a fingerprint. */
    rawBody: string | undefined;
  }
}

/** A missing Content-Type is read as JSON; an empty body is no body. */
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
      return done(new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, without Content-Encoding'));
    }
    if (takesBytes) return done(null, bytes);
    // Read all the same, every other letter would be kept as a question mark without a word.
    if (!isUtf8(bytes)) return refuseLater(request, { body: ['The body is not UTF-8'] }, done);
    const body = bytes.toString();
    if (request.headers['idempotency-key']) request.rawBody = body;
    if (body.trim() === '') return done(null, undefined);
    parse(request, body, (error, value) => {
      if (error) return refuseLater(request, { body: ['The body is not valid JSON'] }, done);
      // PostgreSQL cannot store the character, and no honest text holds it.
      if (body.includes('\\u0000') && holdsNul(value)) return refuseLater(request, nulsIn(value), done);
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

/** By the fields of the body; one whose name has the character cannot be named. */
function nulsIn(body: unknown): FieldMessages {
  const cannot = 'holds a NUL character, which cannot be stored';
  const fields = Object.entries(Array.isArray(body) ? {} : Object(body))
    .filter(([field, value]) => !holdsNul(field) && holdsNul(value))
    .map(([field]) => [field, [`${fieldLabel(field)} ${cannot}`]]);
  return fields.length > 0 ? Object.fromEntries(fields) : { body: [`The body ${cannot}`] };
}

/** Without recursion: a megabyte of nested brackets is deeper than the stack. */
function holdsNul(body: unknown): boolean {
  const rest = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (value === null || typeof value !== 'object') continue;
    for (const [key, inner] of Object.entries(value)) rest.push(key, inner);
  }
  return false;
}
