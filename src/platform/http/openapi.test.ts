import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { choice, id, instant, nullable, timestamp, trimmed } from '../field-schemas.ts';
import { pageQuery } from '../paging.ts';
import { Type } from '../schema.ts';
import { dataOf, listOf } from './data-envelope.ts';
import { buildOpenApi } from './openapi.ts';
import { type AnyRoute, route } from './route.ts';
import { newServer } from './server.ts';

const Person = Type.Object({ id: id(), name: Type.String({ examples: ['Ada'] }) }, { title: 'Person' });
const Card = Type.Object(
  {
    id: id(),
    kind: choice(['bug', 'task'], { title: 'Kind' }),
    holder: nullable(Person),
    byKind: Type.Record(Type.String(), Type.Number()),
    createdAt: timestamp(),
  },
  { title: 'Card' },
);
const CardChange = Type.Object({
  name: trimmed(1, 20, { examples: ['Broken lamp'] }),
  kind: Type.Optional(nullable(choice(['bug', 'task'], { title: 'Kind' }))),
  dueDate: Type.Optional(instant()),
});

const info = {
  title: 'Cards',
  version: '1.2.3',
  description: 'Keeps cards.',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'Cards' },
  tags: [
    { name: 'Cards', description: 'Cards.' },
    { name: 'Dust', description: 'No route uses it.' },
  ],
};

function newApp(): FastifyInstance {
  const app = newServer({ logger: pino({ level: 'silent' }), trustedProxies: 0, rewriteUrl: (url) => url });
  const common = { tag: 'Cards', summary: 'A route', access: 'signed-in', handle: async () => ({}) } as const;
  const params = Type.Object({ id: id({ description: 'Its id' }) });
  const responses = { 200: { description: 'The card', schema: dataOf(Card) } };
  route(app, {
    ...common,
    method: 'GET',
    url: '/cards',
    operationId: 'listCards',
    access: 'public',
    query: Type.Object({ ...pageQuery, kind: choice(['bug', 'task'], { description: 'Only these' }) }),
    responses: { 200: { description: 'Cards', schema: listOf(Card) } },
  });
  route(app, {
    ...common,
    method: 'POST',
    url: '/cards',
    operationId: 'createCard',
    body: CardChange,
    responses: { 201: { description: 'Made', schema: dataOf(Card) } },
  });
  const item = { ...common, url: '/cards/:id', params, responses, versioned: true };
  route(app, { ...item, method: 'GET', operationId: 'getCard' });
  route(app, { ...item, method: 'PUT', operationId: 'updateCard', body: Type.Partial(CardChange) });
  route(app, {
    ...item,
    method: 'PUT',
    url: '/cards/:id/holder',
    operationId: 'handOver',
    versioned: false,
    body: Type.Object({ holderId: nullable(id()) }),
  });
  route(app, {
    ...item,
    method: 'DELETE',
    operationId: 'deleteCard',
    responses: { ...responses, 204: { description: 'Gone' } },
  });
  return app;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests read parts of a document that a validator has checked
type Document = any;
const documentOf = (routes: AnyRoute[]): Document => buildOpenApi(routes, info);
const document = documentOf(newApp().documentedRoutes);
const statusesOf = (operation: Document) => Object.keys(operation.responses).join(' ');
const parameterNames = (operation: Document) =>
  operation.parameters.map((parameter: { name: string }) => parameter.name).join(' ');

test('the generated document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors, null, 2));
  assert.equal(document.openapi, '3.1.0');
});

test('a schema with a title is one component, and nullable uses refer to it too', () => {
  const { schemas } = document.components;
  assert.deepEqual(Object.keys(schemas), ['Card', 'Error', 'Kind', 'Pagination', 'Person']);
  assert.deepEqual(schemas.Kind, { type: 'string', enum: ['bug', 'task'], title: 'Kind' });
  assert.deepEqual(schemas.Card.properties.holder, {
    anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }],
  });
  const answer = document.paths['/cards'].get.responses[200].content['application/json'];
  assert.deepEqual(answer.schema.properties.data.items, { $ref: '#/components/schemas/Card' });
});

test('the document cannot be built from two different schemas with one title', () => {
  const [first] = newApp().documentedRoutes as [AnyRoute];
  const other = Type.Object({ name: Type.String() }, { title: 'Card' });
  const second = {
    ...first,
    url: '/others',
    operationId: 'other',
    responses: { 200: { description: '', schema: other } },
  };
  assert.throws(() => documentOf([first, second]), /title "Card"/);
});

test('the document cannot be built with a duplicate operationId or a tag without a description', () => {
  const [first] = newApp().documentedRoutes as [AnyRoute];
  assert.throws(() => documentOf([first, { ...first, url: '/others' }]), /"listCards"/);
  assert.throws(() => documentOf([{ ...first, tag: 'Lost' }]), /"Lost"/);
});

test('the document lists only the tags that routes use', () => {
  assert.deepEqual(document.tags, [{ name: 'Cards', description: 'Cards.' }]);
});

test('every PUT operation has a PATCH operation with its own operationId', () => {
  assert.equal(document.paths['/cards/{id}'].patch.operationId, 'patchCard');
  assert.equal(document.paths['/cards/{id}/holder'].patch.operationId, 'patchHandOver');
});

test('the errors of an operation follow from its definition', () => {
  const { get: list, post } = document.paths['/cards'];
  const { get, put, delete: remove } = document.paths['/cards/{id}'];
  assert.equal(statusesOf(list), '200 400 429 500 503');
  assert.equal(statusesOf(post), '201 400 401 403 408 409 413 415 422 429 500 503 507');
  assert.equal(statusesOf(get), '200 304 400 401 403 404 429 500 503');
  assert.equal(statusesOf(put), '200 400 401 403 404 408 409 412 413 415 429 500 503 507');
  assert.equal(statusesOf(remove), '200 204 400 401 403 404 408 409 412 413 415 429 500 503 507');
  assert.deepEqual(list.security, []);
  assert.deepEqual(post.security, [{ session: [] }, { apiKey: [] }]);
});

test('the example of an error equals the answer of the server', () => {
  const { NotFound, Unauthorized, ValidationError } = document.components.responses;
  const exampleOf = (response: Document) => response.content['application/json'].example.error;
  assert.deepEqual(exampleOf(NotFound), { code: 'NOT_FOUND', message: 'Ticket not found' });
  assert.deepEqual(exampleOf(Unauthorized), { code: 'UNAUTHORIZED', message: 'Authentication required' });
  assert.deepEqual(exampleOf(ValidationError).details, { title: ['Title is required'] });
});

test('path, query and headers become OpenAPI parameters', () => {
  const { get: list, post } = document.paths['/cards'];
  const { get, put, delete: remove } = document.paths['/cards/{id}'];
  assert.equal(parameterNames(list), 'page limit cursor kind');
  assert.deepEqual(list.parameters[0], {
    name: 'page',
    in: 'query',
    required: false,
    description: 'Which page, from 1',
    schema: { type: 'integer', minimum: 1, default: 1 },
  });
  assert.equal(list.parameters[3].required, true);
  assert.equal(parameterNames(post), 'Idempotency-Key');
  assert.equal(parameterNames(get), 'id If-None-Match');
  assert.equal(parameterNames(put), 'id If-Match');
  assert.equal(parameterNames(remove), 'id If-Match Prefer');
});

test('bodies and answers have an example that is built from the examples of their fields', () => {
  const { requestBody, responses } = document.paths['/cards'].post;
  assert.equal(requestBody.required, true);
  assert.deepEqual(requestBody.content['application/json'].example, {
    name: 'Broken lamp',
    kind: 'bug',
    dueDate: '2026-12-24T17:00:00.000Z',
  });
  assert.deepEqual(responses[201].content['application/json'].example.data, {
    id: '01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d',
    kind: 'bug',
    holder: { id: '01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d', name: 'Ada' },
    byKind: {},
    createdAt: '2026-11-01T09:30:00.000Z',
  });
});

test('the OpenAPI document contains none of our own schema keywords and formats', () => {
  assert.doesNotMatch(JSON.stringify(document), /x-trimmed|"instant"|patternProperties/);
  const { dueDate } = document.paths['/cards'].post.requestBody.content['application/json'].schema.properties;
  assert.equal(dueDate.format, 'date-time');
  assert.match(dueDate.description, /^A date without a time/);
});

test('every operation says what an API key needs for it', () => {
  const { get: list, post } = document.paths['/cards'];
  assert.equal(list.description, 'Needs no sign-in.');
  assert.equal(post.description, 'With an API key: scope `write`; no limit to projects.');
});

test('an event stream is text, and names what its data is', () => {
  const [first] = newApp().documentedRoutes as [AnyRoute];
  const stream = { description: 'Cards', schema: Card, contentType: 'text/event-stream' };
  const { paths } = documentOf([{ ...first, responses: { 200: stream } }]);
  const { schema, example } = paths['/cards'].get.responses[200].content['text/event-stream'];
  assert.deepEqual(schema, {
    type: 'string',
    contentMediaType: 'text/event-stream',
    contentSchema: { $ref: '#/components/schemas/Card' },
    description: 'Server-sent events. `data` of each is JSON: `Card`.',
  });
  assert.match(example, /^data: \{.*\}\n\n$/);
});

test('requests that the API sends have an operationId and need no credentials', () => {
  const sent = {
    name: 'card.moved',
    summary: 'A card was moved',
    headers: {},
    body: { type: 'object' },
    example: {},
  };
  const { webhooks } = buildOpenApi([], info, [() => [sent]]) as Document;
  const { operationId, security } = webhooks['card.moved'].post;
  assert.deepEqual([operationId, security], ['onCardMoved', []]);
});
