import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldMessages } from '../errors.ts';
import { Type } from '../schema.ts';
import { describeUnknownFields, findUnknownFields } from '../validation/index.ts';
import { prefers } from './preferences.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route knows; without it, unknown input is not looked for. */
    knownInput?: KnownInput;
  }
  interface FastifyRequest {
    /** The paths of query parameters and fields that the route does not know. */
    unknownInput: UnknownInput | undefined;
  }
}

export interface KnownInput {
  query?: object | undefined;
  /** Without it, the body is not looked at. */
  body?: object | undefined;
}

interface UnknownInput {
  parameters: string[];
  fields: string[][];
}

const namesMax = 10;
/** One schema for all routes without parameters: what is known of a schema is kept by its identity. */
const noParameters = Type.Object({});

/**
 * Unknown query parameters and fields are named in a Warning header, or refused for `Prefer: handling=strict`: a misspelt
 * filter that is ignored returns the wrong tickets without anybody noticing.
 */
export function warnOfUnknownInput(app: FastifyInstance): void {
  app.decorateRequest('unknownInput', undefined);
  app.addHook('preValidation', (request, reply, done) => {
    const { knownInput } = request.routeOptions.config;
    if (knownInput) request.unknownInput = findUnknown(knownInput, request);
    if (request.unknownInput && !isStrict(request))
      reply.header('warning', describeInHeader(request.unknownInput));
    done();
  });
}

/** What is refused about unknown input; undefined if nothing is. */
export function refusedInput(request: FastifyRequest): FieldMessages | undefined {
  const { unknownInput } = request;
  if (!unknownInput || !isStrict(request)) return undefined;
  const parameters = unknownInput.parameters.map((name) => [
    name,
    [`There is no query parameter ${JSON.stringify(name)}`],
  ]);
  return { ...Object.fromEntries(parameters), ...describeUnknownFields(unknownInput.fields) };
}

const isStrict = ({ headers }: FastifyRequest) => prefers(headers, 'handling=strict');

function findUnknown(known: KnownInput, request: FastifyRequest): UnknownInput | undefined {
  const parameters = findUnknownFields(known.query ?? noParameters, request.query);
  const fields = known.body ? findUnknownFields(known.body, request.body) : [];
  if (parameters.length + fields.length === 0) return undefined;
  return { parameters: parameters.flat(), fields };
}

function describeInHeader({ parameters, fields }: UnknownInput): string {
  const names = [...parameters, ...fields.map((path) => path.join('.'))].slice(0, namesMax);
  // A header holds visible ASCII, and these names come from strangers.
  const safe = names.map((name) => name.replace(/[^\x20-\x7e]|["\\]/g, '?'));
  return `299 docket "Unknown, so ignored: ${safe.join(', ')}"`;
}
