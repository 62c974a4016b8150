import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyTicketSearch } from './ticket-search.support.ts';
import {
  fromSavedView,
  isFiltered,
  parseTicketSearch,
  toDisplay,
  toSavedQuery,
  toViewQuery,
  withFilter,
  withoutFilters,
} from './ticket-search.ts';

test('an address is read under the names of the API', () => {
  const search = {
    status: 'todo,in_progress',
    assignee: 'me',
    label: '018f3c4e-0000-7000-8000-000000000001',
    project: 'DOC',
    overdue: 'true',
    dueBefore: '2026-12-01',
    search: 'login page',
    sort: 'priority',
    order: 'desc',
    groupBy: 'assignee',
    columns: 'key,due',
  };
  assert.deepEqual(parseTicketSearch(search), { ...search, overdue: true });
});

test('unknown and hostile parts of an address are ignored, and the rest still filters', () => {
  const search = parseTicketSearch({
    status: 'todo,"><script>,nonsense,todo',
    priority: { toString: 'high' },
    assignee: ['me', 7, null],
    label: '../../etc/passwd',
    dueAfter: '2026-02-31',
    dueBefore: "2026-01-01' OR 1=1",
    overdue: 'false',
    sort: '__proto__',
    order: 'sideways',
    groupBy: 'constructor',
    columns: 'key,password',
    search: '  a\u0000b\n  ',
    surprise: 'x',
  });
  assert.deepEqual(search, { status: 'todo', assignee: 'me', columns: 'key', search: 'a b' });
});

test('digits that the router read as a number are text again', () => {
  assert.deepEqual(parseTicketSearch({ search: 404 }), { search: '404' });
});

test('q is another name for search', () => {
  assert.deepEqual(parseTicketSearch({ q: 'login' }), { search: 'login' });
});

test('an address of any kind is read without an error, and reading it twice changes nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), anyTicketSearch, (noise, search) => {
      const once = parseTicketSearch({ ...noise, ...search });
      assert.deepEqual(parseTicketSearch(once), once);
      assert.deepEqual(parseTicketSearch(search), search);
    }),
  );
});

test('a saved view keeps filters, order and display', () => {
  fc.assert(
    fc.property(anyTicketSearch, (search) => {
      assert.deepEqual(fromSavedView(toSavedQuery(search), toDisplay(search, 'list')), search);
    }),
  );
});

test('the replica gets lists, limited to the project of the screen', () => {
  assert.deepEqual(
    toViewQuery({ status: 'todo,done', groupBy: 'status', sort: 'rank' }, { project: 'DOC' }),
    {
      status: ['todo', 'done'],
      sort: 'rank',
      project: ['DOC'],
    },
  );
});

test('a filter is replaced as a whole and is gone without values', () => {
  const search = { status: 'todo', assignee: 'me', sort: 'rank' } as const;
  assert.deepEqual(withFilter(search, 'status', ['done', 'todo']), { ...search, status: 'done,todo' });
  assert.deepEqual(withFilter(search, 'status', []), { assignee: 'me', sort: 'rank' });
  assert.deepEqual(withoutFilters(search), { sort: 'rank' });
  assert.equal(isFiltered(search), true);
  assert.equal(isFiltered({ sort: 'rank', groupBy: 'none' }), false);
});

test('a filter of the query language is kept for the server as it is', () => {
  const filter = 'assignee = me and (due < 7d or label = "a, b")';
  assert.deepEqual(parseTicketSearch({ filter: ` ${filter} ` }), { filter });
  assert.deepEqual(toViewQuery({ filter }), { filter });
  assert.deepEqual(fromSavedView({ filter }, {}), { filter });
  assert.deepEqual(parseTicketSearch({ filter: ' ' }), {});
  assert.equal(isFiltered({ filter }), true);
});
