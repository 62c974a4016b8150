import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCut, suggestRefs } from './ref-suggestions.ts';

const refs = {
  repo: 'acme/site',
  branches: ['fix/main-menu', 'main', 'next'],
  tags: ['v1.0.0', 'v2.0.0-main'],
};
const names = (text: string) => suggestRefs(refs, text).map(({ name }) => name);

test('branches come before tags, and names that begin with the text before others', () => {
  assert.deepEqual(names('main'), ['main', 'fix/main-menu', 'v2.0.0-main']);
  assert.deepEqual(names(' V1 '), ['v1.0.0']);
  assert.deepEqual(names('nothing'), []);
});

test('without a text everything is offered, up to fifty', () => {
  assert.equal(names('').length, 5);
  const many = Array.from({ length: 100 }, (_, index) => `branch-${index}`);
  assert.equal(suggestRefs({ ...refs, branches: many }, '').length, 50);
  assert.deepEqual([isCut(refs), isCut({ ...refs, branches: many })], [false, true]);
});
