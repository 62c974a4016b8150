import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { DocumentedWebhook } from './documented-webhook.ts';

export interface Answer {
  description: string;
  schema?: TSchema;
  /** JSON unless said otherwise. */
  contentType?: string;
  /** Other types in which the same may be asked for. */
  alsoAs?: Record<string, TSchema>;
}

/** Everything there is to say of a route, once: its validation, its serialisation and its documentation. */
export interface Route<P extends TSchema, Q extends TSchema, B extends TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  /** Nothing is public by accident: a route says so. */
  access: 'signed-in' | 'public';
  /** A public route that may answer 401 all the same, because it checks a password. */
  checksCredentials?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** What the documentation says of the body, where the route reads parts of it itself to say more of what is wrong. */
  documentedBody?: TSchema;
  bodyBytesMax?: number;
  /** The handler gets the body as the bytes that came, for a signature over them; `body` then only documents it. */
  takesBytes?: boolean;
  /** The bytes may also be a form; the handler sees by the Content-Type what they are. */
  takesForms?: boolean;
  /** How many files the route takes, as multipart/form-data in the field `file`. Its handler reads them as they come. */
  filesMax?: number;
  /** The answers when all goes well; the errors follow from the rest of the definition. */
  answers: Record<number, Answer>;
  /** The answer is a file: it has an ETag, minds If-None-Match and answers a Range with 206 or 416. */
  sendsFile?: boolean;
  /** The answer carries an ETag and minds If-None-Match; a change minds If-Match. */
  versioned?: boolean;
  /** The body may name versions; a stale one is refused like a stale If-Match. */
  checksVersions?: boolean;
  /** What an API key needs here, one of them where several stand; absent: `read` or `write`, after the method. */
  apiKeyScope?: string | readonly string[];
  /** The answer needs another system, such as a code host, which may not know the thing or fail. */
  asksOthers?: boolean;
  /**
   * Everything it shows and does is bounded by what the actor may do in a project, so that an API key limited to projects
   * may come here. Every other route refuses such a key.
   */
  forProjectKeys?: boolean;
  /** The answer shows a secret once, so it must not be kept for a repeated Idempotency-Key. */
  secretAnswer?: boolean;
  /** Throws NOT_FOUND or FORBIDDEN. Asked only when the input is wrong, because the verb itself asks otherwise. */
  authorizeFirst?: (request: TypedRequest<P, Q, B>) => Promise<unknown>;
  /**
   * Throws, as the verb would, what only the database knows to be wrong with those fields that the schema found sound.
   * Asked only where it found others wrong, so that everything is said at once.
   */
  validateReferences?: (request: TypedRequest<P, Q, B>, sound: Partial<Static<B>>) => Promise<unknown>;
  handle: (request: TypedRequest<P, Q, B>, reply: FastifyReply) => Promise<unknown>;
}

export type TypedRequest<P extends TSchema, Q extends TSchema, B extends TSchema> = FastifyRequest<{
  Params: Static<P>;
  Querystring: Static<Q>;
  Body: Static<B>;
}>;

// biome-ignore lint/suspicious/noExplicitAny: routes of every shape stand in one list
export type AnyRoute = Route<any, any, any>;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: 'signed-in' | 'public';
    versioned?: boolean;
    secretAnswer?: boolean;
    apiKeyScope?: string | readonly string[];
    takesBytes?: boolean;
    takesForms?: boolean;
    forProjectKeys?: boolean;
    authorizeFirst?: (request: FastifyRequest) => Promise<unknown>;
    validateReferences?: (request: FastifyRequest, sound: object) => Promise<unknown>;
  }
  interface FastifyInstance {
    /** What the OpenAPI document is made of. */
    documentedRoutes: AnyRoute[];
    /** And of what Docket sends by itself; described when it is asked for. */
    documentedWebhooks: (() => DocumentedWebhook[])[];
  }
}

/** Registers a route; PATCH comes with every PUT. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema>(
  app: FastifyInstance,
  definition: Route<P, Q, B>,
): void {
  const { method, url, params, query, body, access, versioned, secretAnswer, apiKeyScope } = definition;
  const { authorizeFirst, validateReferences, forProjectKeys } = definition;
  app.documentedRoutes.push(definition);
  app.route({
    method: method === 'PUT' ? (['PUT', 'PATCH'] as HTTPMethods[]) : method,
    url,
    attachValidation: true,
    ...(definition.bodyBytesMax && { bodyLimit: definition.bodyBytesMax }),
    // Without the answers: the presenters make exactly what is documented, and the tests hold them to it. Walking the
    // schema again to write the text would take twice as long as writing it.
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && !definition.takesBytes && { body }),
    },
    config: {
      access,
      ...(versioned && { versioned }),
      ...(secretAnswer && { secretAnswer }),
      ...(apiKeyScope && { apiKeyScope }),
      ...(definition.takesBytes && { takesBytes: true }),
      ...(definition.takesForms && { takesForms: true }),
      ...(forProjectKeys && { forProjectKeys }),
      ...(authorizeFirst && {
        authorizeFirst: authorizeFirst as NonNullable<FastifyContextConfig['authorizeFirst']>,
      }),
      ...(validateReferences && {
        validateReferences: validateReferences as NonNullable<FastifyContextConfig['validateReferences']>,
      }),
    },
    handler: definition.handle as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  });
}
