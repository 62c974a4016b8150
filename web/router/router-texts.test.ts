import assert from 'node:assert/strict';
import test from 'node:test';
import { fillPath, matchPath } from './paths.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

test('a path gives the parameters of the addresses that fit it', () => {
  assert.deepEqual(matchPath('/p/$key/list', '/p/PAY/list'), { key: 'PAY' });
  assert.deepEqual(matchPath('/p/$key/list', '/P/PAY/List/'), { key: 'PAY' });
  assert.deepEqual(matchPath('/v/$id', '/v/a%2Fb'), { id: 'a/b' });
  assert.deepEqual(matchPath('/v/$id', '/v/%E0%A4%A'), { id: '%E0%A4%A' });
  assert.deepEqual(matchPath('/', '/'), {});
  assert.equal(matchPath('/p/$key/list', '/p/PAY/board'), undefined);
  assert.equal(matchPath('/p/$key/list', '/p/PAY/list/2'), undefined);
  assert.equal(matchPath('/v/$id', '/v/'), undefined);
});

test('a parameter with a slash stays one part of the address', () => {
  assert.equal(fillPath('/p/$key/list', { key: 'A/B' }), '/p/A%2FB/list');
});

test('the search is read as it was written', () => {
  for (const search of [
    { ticket: 'PAY-2' },
    { search: '12' },
    { search: 'true' },
    { search: '"quoted"' },
    { search: 'a + b & c = 100 %' },
    { pull: 12, new: true },
    { status: 'todo,done' },
    { list: ['a', 'b'] },
    { search: '12345678901234567890' },
  ]) {
    assert.deepEqual(parseSearch(stringifySearch(search)), search);
  }
});

test('a comma stays readable, and a name without value is left out', () => {
  assert.equal(stringifySearch({ status: 'todo,done', ticket: undefined }), '?status=todo,done');
  assert.equal(stringifySearch({ ticket: undefined }), '');
});

test('a repeated name is a list, and what is no JSON is text', () => {
  assert.deepEqual(parseSearch('?label=a&label=b&label=c'), { label: ['a', 'b', 'c'] });
  assert.deepEqual(parseSearch('?q={broken&n=007'), { q: '{broken', n: '007' });
});

test('a name of every object is no value of the search', () => {
  assert.deepEqual(Object.keys(parseSearch('?toString=1')), ['toString']);
  assert.equal(parseSearch('?toString=1').toString, 1);
});
