import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Type } from '../schema.ts';
import type { DocumentedWebhook } from './documented-webhook.ts';

export interface ResponseDeclaration {
  description: string;
  schema?: TSchema;
  /** Default: application/json. */
  contentType?: string;
  /** Documents headers of the response, by name. */
  headers?: Record<string, string>;
  /** Other content types of the same response, which the caller can request. */
  alsoAs?: Record<string, TSchema>;
}

/**
 * Declares a route once: Fastify validates the input by it, and the OpenAPI document, the errors and the SDK follow from
 * it. `responses` only documents: the presenters build the body, JSON.stringify writes it, and the tests compare every
 * response with its schema (test/support/openapi-contract.ts).
 */
export interface Route<P extends TSchema, Q extends TSchema, B extends TSchema> extends Endpoint<P, Q, B> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  tag: string;
  /** Required, so that no route is public by accident. */
  access: 'signed-in' | 'public';
}

/** What each route of a router declares. */
export interface Endpoint<P extends TSchema, Q extends TSchema, B extends TSchema> {
  operationId: string;
  summary: string;
  description?: string;
  /** Default: the router's. */
  tag?: string;
  /** A public route that can answer 401 because it checks a password. */
  checksCredentials?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** Documents the body where the handler validates parts of it itself, to give more precise errors. */
  documentedBody?: TSchema;
  bodyBytesMax?: number;
  /** Throws if the headers alone show that the request must be refused. Called before any of the body is read. */
  checkHeaders?: (request: TypedRequest<P, Q, B>) => unknown;
  /** The handler gets the unparsed bytes of the body, to verify a signature over them; `body` then only documents it. */
  takesBytes?: boolean;
  /** With `takesBytes`: the body may also be a URL-encoded form; the handler reads the Content-Type. */
  takesForms?: boolean;
  /**
   * How many files the route accepts, as multipart/form-data in the field `file`. The handler streams them. With `body`,
   * the route accepts JSON instead of a form too, and the fields of `body` beside the files.
   */
  filesMax?: number;
  /** The successful responses by status; the errors follow from the rest of the definition. */
  responses: Record<number, ResponseDeclaration>;
  /** The response is a file: it has an ETag, honours If-None-Match and answers a Range with 206 or 416. */
  sendsFile?: boolean;
  /** The response has an ETag and honours If-None-Match; a change honours If-Match. */
  versioned?: boolean;
  /** The body may name versions, or a POST of a versioned route has If-Match; a stale version is refused with 412. */
  checksVersions?: boolean;
  /** The scope that an API key needs, or several of which it needs one. Default: `read` or `write`, by the method. */
  apiKeyScope?: string | readonly string[];
  /** The response depends on another system, such as a code host, so the route can answer 404 and 502. */
  asksOthers?: boolean;
  /** The answer may wait until there is something to send, so a long time does not count as slow. */
  mayWait?: boolean;
  /**
   * API keys that are limited to projects may use the route, because everything it shows and does is limited by the
   * actor's rights in a project. Every other route refuses such keys.
   */
  forProjectKeys?: boolean;
  /** The response contains a secret, so it is not stored for a repeated Idempotency-Key. */
  secretResponse?: boolean;
  /** The response contains a secret that a repeat makes anew: only the result of the use case is stored. */
  rebuiltResponse?: boolean;
  /** Throws NOT_FOUND or FORBIDDEN. Called only when the input is not valid; otherwise the use case checks access. */
  authorizeFirst?: (request: TypedRequest<P, Q, B>) => Promise<unknown>;
  /**
   * Throws, as the use case would, the errors that only the database can find, for the fields that are valid by the
   * schema. Called only when other fields are not valid, so that one answer lists every error.
   */
  validateReferences?: (request: TypedRequest<P, Q, B>, validFields: Partial<Static<B>>) => Promise<unknown>;
  handle: (request: TypedRequest<P, Q, B>, reply: FastifyReply) => Promise<unknown>;
}

export type TypedRequest<P extends TSchema, Q extends TSchema, B extends TSchema> = FastifyRequest<{
  Params: Static<P>;
  Querystring: Static<Q>;
  Body: Static<B>;
}>;

// biome-ignore lint/suspicious/noExplicitAny: one list holds routes of every shape
export type AnyRoute = Route<any, any, any>;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: 'signed-in' | 'public';
    versioned?: boolean;
    secretResponse?: boolean;
    rebuiltResponse?: boolean;
    apiKeyScope?: string | readonly string[];
    takesBytes?: boolean;
    takesFiles?: boolean;
    /** With `takesFiles`: the body may also be JSON. */
    takesJson?: boolean;
    takesForms?: boolean;
    mayWait?: boolean;
    forProjectKeys?: boolean;
    authorizeFirst?: (request: FastifyRequest) => Promise<unknown>;
    validateReferences?: (request: FastifyRequest, validFields: object) => Promise<unknown>;
  }
  interface FastifyInstance {
    /** The source of the OpenAPI document. */
    documentedRoutes: AnyRoute[];
    /** The requests that Docket sends, for the OpenAPI document; called when the document is built. */
    documentedWebhooks: (() => DocumentedWebhook[])[];
  }
}

/** Fastify then validates no form, whose fields the handler validates after it has read them. */
const jsonAlone = (schema: TSchema) => ({ content: { 'application/json': { schema } } });

/** Registers a route; a PUT route also answers PATCH. Unless `handle` sets one, the status is the first of `responses`. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema>(
  app: FastifyInstance,
  definition: Route<P, Q, B>,
): void {
  const { method, url, params, query, body, access, versioned, secretResponse, apiKeyScope } = definition;
  const { authorizeFirst, validateReferences, forProjectKeys } = definition;
  const handle = definition.handle as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  const status = Number(Object.keys(definition.responses)[0]);
  const parsesBody = !definition.takesBytes && (!definition.filesMax || body !== undefined);
  app.documentedRoutes.push(definition);
  app.route({
    method: method === 'PUT' ? (['PUT', 'PATCH'] as HTTPMethods[]) : method,
    url,
    attachValidation: true,
    ...(definition.checkHeaders && {
      onRequest: async (request: FastifyRequest) => {
        await definition.checkHeaders?.(request as TypedRequest<P, Q, B>);
      },
    }),
    ...(definition.bodyBytesMax && { bodyLimit: definition.bodyBytesMax }),
    // No response schemas: serialising by schema took twice as long as JSON.stringify.
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && !definition.takesBytes && { body: definition.filesMax ? jsonAlone(body) : body }),
    },
    config: {
      access,
      ...(versioned && { versioned }),
      ...(secretResponse && { secretResponse }),
      ...(definition.rebuiltResponse && { rebuiltResponse: true }),
      ...(apiKeyScope && { apiKeyScope }),
      ...(definition.takesBytes && { takesBytes: true }),
      ...(definition.filesMax && { takesFiles: true, ...(body && { takesJson: true }) }),
      ...(definition.takesForms && { takesForms: true }),
      ...(definition.mayWait && { mayWait: true }),
      ...(forProjectKeys && { forProjectKeys }),
      declaredInput: {
        query,
        body: parsesBody ? (definition.documentedBody ?? body ?? Type.Object({})) : undefined,
      },
      ...(authorizeFirst && {
        authorizeFirst: authorizeFirst as NonNullable<FastifyContextConfig['authorizeFirst']>,
      }),
      ...(validateReferences && {
        validateReferences: validateReferences as NonNullable<FastifyContextConfig['validateReferences']>,
      }),
    },
    handler: status === 200 ? handle : (request, reply) => handle(request, reply.code(status)),
  });
}
