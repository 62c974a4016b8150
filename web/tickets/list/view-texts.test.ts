import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlOfView, exportAddress, queryString } from './view-texts.ts';

const search = { project: 'PAY', status: 'todo,in_progress', search: 'a & b', groupBy: 'status' } as const;

test('a view becomes the request that returns its tickets, without its display', () => {
  assert.equal(queryString(search), '?project=PAY&status=todo,in_progress&search=a+%26+b');
  assert.equal(
    curlOfView(search, 'https://docket.example.org'),
    'curl -H "Authorization: Bearer $DOCKET_API_KEY" "https://docket.example.org/api/tickets?project=PAY&status=todo,in_progress&search=a+%26+b"',
  );
});

test('nothing in a view can leave the quotes of the command', () => {
  assert.match(curlOfView({ search: '"; rm -rf / #$(x)`y`' }, 'https://d'), /search=[\w+.*%-]+"$/);
});

test('an export has the filters of the view', () => {
  assert.equal(exportAddress({}, 'csv'), '/api/tickets/export?format=csv');
  assert.equal(exportAddress({ project: 'PAY' }, 'json'), '/api/tickets/export?project=PAY&format=json');
});
