import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import type { FieldMessages } from '../errors.ts';
import { Type } from '../schema.ts';
import { describeUnknownFields, separateInput } from '../validation/index.ts';
import { prefers } from './preferences.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route declares. If absent, the handler gets all input. */
    declaredInput?: DeclaredSchemas;
  }
  interface FastifyRequest {
    /** The paths of query parameters and fields that the route does not declare. */
    unknownInput: UnknownInput | undefined;
  }
}

interface DeclaredSchemas {
  query?: object | undefined;
  /** If absent, the body is kept as it is. */
  body?: object | undefined;
}

interface UnknownInput {
  parameters: string[];
  fields: string[][];
}

const namesMax = 10;
/** One schema for all routes without parameters: what a schema declares is cached by its identity. */
const noParameters = Type.Object({});

/**
 * Drops query parameters and fields that the route does not declare, before anything reads them. They are named in a Warning
 * header, or refused for `Prefer: handling=strict`: a misspelt filter that is ignored returns the wrong tickets without
 * anybody noticing.
 */
export function dropUnknownInput(app: FastifyInstance): void {
  app.decorateRequest('unknownInput', undefined);
  app.addHook('onRoute', (route) => {
    const declared = route.config?.declaredInput;
    if (declared) route.preValidation = [route.preValidation ?? [], keepingDeclared(declared)].flat();
  });
}

const keepingDeclared =
  (declared: DeclaredSchemas): preValidationHookHandler =>
  (request, reply, done) => {
    request.unknownInput = keepDeclared(declared, request);
    if (request.unknownInput && !isStrict(request))
      reply.header('warning', describeInHeader(request.unknownInput));
    done();
  };

/** The refusal of unknown input; undefined if it is accepted. */
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

function keepDeclared(schemas: DeclaredSchemas, request: FastifyRequest): UnknownInput | undefined {
  const query = separateInput(schemas.query ?? noParameters, request.query);
  const body = schemas.body && separateInput(schemas.body, request.body);
  if (query.unknown.length > 0) request.query = query.declared;
  if (body && body.unknown.length > 0) request.body = body.declared;
  else if (query.unknown.length === 0) return undefined;
  return { parameters: query.unknown.flat(), fields: body?.unknown ?? [] };
}

function describeInHeader({ parameters, fields }: UnknownInput): string {
  const names = [...parameters, ...fields.map((path) => path.join('.'))].slice(0, namesMax);
  // A header holds visible ASCII, and these names come from strangers.
  const safe = names.map((name) => name.replace(/[^\x20-\x7e]|["\\]/g, '?'));
  return `299 docket "Unknown, so ignored: ${safe.join(', ')}"`;
}
