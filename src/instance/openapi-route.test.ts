import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { dataOf, newRouter, newServer } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { apiInfo } from './api-info.ts';
import { addReferenceRoutes } from './openapi-route.ts';

const app = newServer({ logger: pino({ level: 'silent' }), trustedProxies: 0, rewriteUrl: (url) => url });
addReferenceRoutes(app, apiInfo);
newRouter(app, { tag: 'Instance', access: 'public' }).get('/late', {
  operationId: 'getLate',
  summary: 'Registered after the document',
  responses: { 200: { description: 'Here', schema: dataOf(Type.String()) } },
  handle: async () => ({ data: 'here' }),
});

test('the OpenAPI document includes routes registered after its own route', async () => {
  const response = await app.inject('/openapi.json');
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
  assert.deepEqual(Object.keys(response.json().paths), ['/late']);
  assert.equal((await app.inject('/openapi.json')).body, response.body);
});

test('the API reference page loads everything from its own host, and its CSP allows no other', async () => {
  const page = await app.inject('/reference');
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /https?:|\*|unsafe/);
  assert.doesNotMatch(page.body, /https?:|\/\//);

  const loaded = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address]) => address as string);
  assert.equal(loaded.length, 3);
  for (const address of loaded) {
    const asset = await app.inject(address);
    assert.equal(asset.statusCode, 200);
    assert.match(
      String(asset.headers['content-type']),
      address.endsWith('.css') ? /^text\/css/ : /^text\/javascript/,
    );
    assert.ok(asset.body.length > 100);
  }
});

test('the API reference page sends the OpenAPI document to no external validator', async () => {
  assert.match((await app.inject('/reference/start.js')).body, /validatorUrl: null/);
});
