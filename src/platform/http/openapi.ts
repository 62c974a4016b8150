import type { JsonSchema } from '../json-schema.ts';
import { makeExample } from '../schema-example.ts';
import type { DocumentedWebhook } from './documented-webhook.ts';
import { errorResponses, errorSchema, routeErrors } from './openapi-errors.ts';
import { newSchemaCollection } from './openapi-schemas.ts';
import type { AnyRoute } from './route.ts';

export interface ApiInfo {
  title: string;
  version: string;
  description: string;
  license: { name: string; identifier: string };
  contact: { name: string };
  servers?: { url: string; description?: string }[];
  /** In the order of the document; every tag that a route uses must be listed. */
  tags: { name: string; description: string }[];
}

const eventStream = 'text/event-stream';

type Collect = (schema: JsonSchema) => JsonSchema;

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'docket.session-token',
    description: 'Set by signing in; browsers send it automatically.',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, created with `createApiKey`.' },
};

const requestHeaders: { name: string; description: string; isFor: (definition: AnyRoute) => boolean }[] = [
  {
    name: 'Idempotency-Key',
    description:
      'Makes retries safe: within 24 hours, a request with the same key and body runs once and returns the first response, or 409 if that response contained a secret',
    isFor: ({ method, access }) => method === 'POST' && access === 'signed-in',
  },
  {
    name: 'If-Match',
    description: 'The ETag of the version that you read; a newer version is not overwritten',
    isFor: ({ method, versioned, checksVersions }) =>
      versioned === true && (method === 'PUT' || method === 'DELETE' || checksVersions === true),
  },
  {
    name: 'If-None-Match',
    description: 'The ETag of your copy; the response is 304 if the copy is current',
    isFor: ({ method, versioned, sendsFile }) =>
      (versioned === true || sendsFile === true) && method === 'GET',
  },
  {
    name: 'Range',
    description: 'Returns only a part of the file: `bytes=0-1023`, `bytes=1024-` or `bytes=-500`',
    isFor: ({ sendsFile }) => sendsFile === true,
  },
  {
    name: 'Last-Event-ID',
    description: 'The id of the last message received; the stream continues after it',
    isFor: ({ responses }) => responses[200]?.contentType === eventStream,
  },
  {
    name: 'Prefer',
    description: '`return=minimal` requests a response without a body',
    isFor: ({ method, responses }) => method === 'DELETE' && responses[204] !== undefined,
  },
];

/** Builds the OpenAPI 3.1 document from the route definitions, which also validate requests. */
export function buildOpenApi(
  routes: AnyRoute[],
  info: ApiInfo,
  describeWebhooks: (() => DocumentedWebhook[])[] = [],
): object {
  const webhooks = describeWebhooks.flatMap((describe) => describe());
  const { schemas, collect } = newSchemaCollection();
  collect(errorSchema);
  const paths: Record<string, Record<string, object>> = {};
  const operationIds = new Set<string>();

  for (const definition of routes) {
    const path = definition.url.replace(/:(\w+)/g, '{$1}');
    for (const [method, operationId] of routeMethods(definition)) {
      if (operationIds.has(operationId))
        throw new Error(`Two operations have the operationId "${operationId}".`);
      operationIds.add(operationId);
      paths[path] = { ...paths[path], [method]: describeOperation(definition, operationId, collect) };
    }
  }

  const describedWebhooks = Object.fromEntries(
    webhooks.map((webhook) => [webhook.name, describeWebhook(webhook, collect)]),
  );
  const { title, version, description, license, contact, servers = [{ url: '/' }] } = info;
  return {
    openapi: '3.1.0',
    info: { title, version, description, license, contact },
    servers,
    tags: tagsInUse(routes, info.tags),
    paths,
    ...(webhooks.length > 0 && { webhooks: describedWebhooks }),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: errorResponses(),
      securitySchemes,
    },
  };
}

function describeWebhook(webhook: DocumentedWebhook, collect: Collect): object {
  const { name, summary, headers, body, example } = webhook;
  return {
    post: {
      operationId: `on${name.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary,
      description: 'Docket sends it to your URL. Verify the signature before you use the body.',
      security: [],
      parameters: Object.entries(headers).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: { 'application/json': { schema: collect(body), example } } },
      responses: {
        '2XX': { description: 'Received. Docket retries after any other status, redirects included.' },
        410: { description: 'Docket disables the webhook and sends nothing more.' },
      },
    },
  };
}

function tagsInUse(routes: AnyRoute[], tags: ApiInfo['tags']): ApiInfo['tags'] {
  const used = new Set(routes.map(({ tag }) => tag));
  const missing = [...used].find((name) => !tags.some((tag) => tag.name === name));
  if (missing !== undefined) throw new Error(`The tag "${missing}" has no description.`);
  return tags.filter(({ name }) => used.has(name));
}

/** A PUT route also answers PATCH, which has its own operationId. */
function routeMethods({ method, operationId }: AnyRoute): [method: string, operationId: string][] {
  if (method !== 'PUT') return [[method.toLowerCase(), operationId]];
  const rest = operationId.replace(/^update(?=[A-Z])/, '');
  return [
    ['put', operationId],
    ['patch', `patch${rest.charAt(0).toUpperCase()}${rest.slice(1)}`],
  ];
}

function describeOperation(definition: AnyRoute, operationId: string, collect: Collect): object {
  const { summary, description, tag, access, filesMax, documentedBody } = definition;
  const body = documentedBody ?? definition.body;
  const parameters = [
    ...pathParameters(definition, collect),
    ...queryParameters(definition, collect),
    ...headerParameters(definition),
  ];
  return {
    operationId,
    summary,
    description: [description, describeAccess(definition)].filter(Boolean).join('\n\n'),
    tags: [tag],
    security: access === 'public' ? [] : [{ session: [] }, { apiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: (body.required ?? []).length > 0,
        content: {
          ...mediaContent(body, collect),
          ...(filesMax && formContent(filesMax, collect(body))),
        },
      },
    }),
    ...(filesMax && !body && { requestBody: { required: true, content: formContent(filesMax) } }),
    responses: { ...routeErrors(definition), ...describeAnswers(definition, collect) },
  };
}

/** What a caller needs at least; the use case may need more, for example a role in the project. */
function describeAccess({ access, method, apiKeyScope, forProjectKeys }: AnyRoute): string {
  if (access === 'public') return 'Needs no sign-in.';
  const scopes = [apiKeyScope ?? (method === 'GET' ? 'read' : 'write')].flat();
  const limit = forProjectKeys ? 'a key that is limited to projects may use it' : 'no limit to projects';
  return `With an API key: scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}; ${limit}.`;
}

function pathParameters({ url, params }: AnyRoute, collect: Collect): object[] {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  return names.map((name) => ({
    name,
    in: 'path',
    required: true,
    ...describeParameter(params?.properties?.[name] ?? { type: 'string' }, collect),
  }));
}

function queryParameters({ query }: AnyRoute, collect: Collect): object[] {
  const properties: Record<string, JsonSchema> = query?.properties ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    ...describeParameter(schema, collect),
  }));
}

function describeParameter(schema: JsonSchema, collect: Collect): object {
  const { description, ...rest } = collect(schema);
  return { ...(description && { description }), schema: rest };
}

function headerParameters(definition: AnyRoute): object[] {
  return requestHeaders
    .filter(({ isFor }) => isFor(definition))
    .map(({ name, description }) => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    }));
}

function describeAnswers(definition: AnyRoute, collect: Collect): Record<string, object> {
  const { method, versioned, sendsFile, responses } = definition;
  if (sendsFile) return describeFile(responses[200]?.description ?? 'The file');
  const described = Object.entries(responses).map(
    ([status, { description, schema, headers, contentType, alsoAs }]) => [
      status,
      {
        description,
        ...describeHeaders({ ...(versioned && schema && { ETag: 'The version of the item' }), ...headers }),
        ...(schema && {
          content: {
            ...mediaContent(schema as JsonSchema, collect, contentType),
            ...Object.assign(
              {},
              ...Object.entries(alsoAs ?? {}).map(([type, other]) =>
                mediaContent(other as JsonSchema, collect, type),
              ),
            ),
          },
        }),
      },
    ],
  );
  return {
    ...Object.fromEntries(described),
    ...(versioned && method === 'GET' && { 304: { description: 'Your copy is current' } }),
  };
}

function describeHeaders(headers: Record<string, string>): object {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return described.length > 0 ? { headers: Object.fromEntries(described) } : {};
}

function describeFile(description: string): Record<string, object> {
  const content = { '*/*': { schema: bytes } };
  return {
    200: { description, content },
    206: { description: 'The requested part of the file', content },
    304: { description: 'Your copy is current' },
  };
}

// OpenAPI 3.1 marks bytes by contentMediaType; older tools look for the format.
const bytes = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

/** `fields`: the schema of the fields beside the files, which are then optional. */
function formContent(filesMax: number, fields?: JsonSchema): object {
  const file = filesMax === 1 ? bytes : { type: 'array', items: bytes, minItems: 1, maxItems: filesMax };
  const schema = {
    type: 'object',
    required: fields ? (fields.required ?? []) : ['file'],
    properties: { ...fields?.properties, file },
  };
  return { 'multipart/form-data': { schema } };
}

/** Left out if linters would mistake it for a schema: an object with the properties `type` and `default`. */
function mediaExample(schema: JsonSchema): { example?: unknown } {
  const example = makeExample(schema);
  return looksLikeSchema(example) ? {} : { example };
}

function looksLikeSchema(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('type' in value && 'default' in value) || Object.values(value).some(looksLikeSchema);
}

function mediaContent(schema: JsonSchema, collect: Collect, contentType = 'application/json'): object {
  const collected = collect(schema);
  if (contentType !== eventStream) return { [contentType]: { schema: collected, ...mediaExample(schema) } };
  const description = `Server-sent events. \`data\` of each is JSON${schema.title ? `: \`${schema.title}\`` : ''}.`;
  const example = `data: ${JSON.stringify(makeExample(schema))}\n\n`;
  const text = { type: 'string', contentMediaType: eventStream, contentSchema: collected, description };
  return { [eventStream]: { schema: text, example } };
}
