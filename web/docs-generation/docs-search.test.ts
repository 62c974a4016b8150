import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDocsSearch, toDocsRequest } from './docs-search.ts';

test('the address of a draft describes the request', () => {
  const search = parseDocsSearch({
    repo: 'acme/site',
    base: 'v1.0.0',
    head: 'main',
    audience: 'user',
    pull: '42',
    about: 'PAY-1',
  });
  assert.deepEqual(toDocsRequest(search), {
    repo: 'acme/site',
    base: 'v1.0.0',
    head: 'main',
    audience: 'user',
    prNumber: 42,
    ticketId: 'PAY-1',
  });
});

test('values that no draft can have are left out', () => {
  assert.deepEqual(parseDocsSearch({ audience: 'cats', pull: '-3', page: 7, base: '', repo: ['a'] }), {
    page: '7',
  });
});

test('an address without both refs asks for nothing', () => {
  assert.equal(toDocsRequest(parseDocsSearch({ repo: 'acme/site', head: 'main' })), undefined);
});
