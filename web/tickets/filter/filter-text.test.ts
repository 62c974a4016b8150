import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyTicketSearch } from '../ticket-search.support.ts';
import { filterNames, type TicketSearch } from '../ticket-search.ts';
import { formatFilterText, parseFilterText, type Vocabulary } from './filter-text.ts';

const anna = '018f3c4e-0000-7000-8000-00000000000a';
const ben = '018f3c4e-0000-7000-8000-00000000000b';
const benTwo = '018f3c4e-0000-7000-8000-00000000000c';
const api = '018f3c4e-0000-7000-8000-000000000001';
const needsDesign = '018f3c4e-0000-7000-8000-000000000002';
const world: Vocabulary = {
  people: [
    { id: anna, name: 'Anna Berg' },
    { id: ben, name: 'Ben Adler' },
    { id: benTwo, name: 'Ben Cole' },
  ],
  labels: [
    { id: api, name: 'api' },
    { id: needsDesign, name: 'Needs design' },
  ],
  groups: [],
  milestones: [],
  projects: [{ id: 'DOC', name: 'Docket' }],
  workspaces: [],
};

test('text becomes filters, flags and words', () => {
  const { search, ignored } = parseFilterText(
    'assignee:me label:api,"needs design" status:todo,in-progress overdue login page',
    world,
  );
  assert.deepEqual(search, {
    assignee: 'me',
    label: `${api},${needsDesign}`,
    status: 'todo,in_progress',
    overdue: true,
    search: 'login page',
  });
  assert.deepEqual(ignored, []);
});

test('people are named by first name, or by full name where two share it', () => {
  const text = (assignee: string) => formatFilterText({ assignee }, world);
  assert.equal(text(anna), 'assignee:Anna');
  assert.equal(text(`${ben},none`), 'assignee:"Ben Adler",none');
  assert.deepEqual(parseFilterText('assignee:anna,"ben cole"', world).search, {
    assignee: `${anna},${benTwo}`,
  });
});

test('what nobody knows is left out and named', () => {
  const { search, ignored } = parseFilterText(
    'label:nosuch,api assignee:ben status:open due-before:soon',
    world,
  );
  assert.deepEqual(search, { label: api });
  assert.deepEqual(
    ignored.map(({ filter, value }) => [filter, value]),
    [
      ['label', 'nosuch'],
      ['assignee', 'ben'],
      ['status', 'open'],
      ['due-before', 'soon'],
    ],
  );
});

test('an unfinished term filters nothing and is not complained about', () => {
  assert.deepEqual(parseFilterText('label: status:', world), { search: {}, ignored: [] });
});

test('an unknown name before a colon is a word to search for', () => {
  assert.deepEqual(parseFilterText('TypeError: x', world).search, { search: 'TypeError: x' });
});

test('quoted words are never filters', () => {
  assert.deepEqual(parseFilterText('"overdue" "label:api"', world).search, { search: 'overdue label:api' });
});

test('filters written as text and read again are the same, whatever the names are', () => {
  const names = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      'me',
      'none',
      'Needs design',
      'a,b',
      '"',
      'x"y',
      '\\',
      'Ben Adler',
      'Ben Cole',
      'overdue',
    ),
  );
  fc.assert(
    fc.property(anyTicketSearch, fc.array(names, { minLength: 8 }), (search, given) => {
      const ids = ['assignee', 'reporter', 'label', 'group', 'workspace'] as const;
      const used = ids.flatMap((name) => search[name]?.split(',') ?? []).filter((id) => id.length > 4);
      const named = used.map((id, index) => ({ id, name: given[index] ?? 'Anna' }));
      const vocabulary = {
        people: named,
        labels: named,
        groups: named,
        milestones: named,
        workspaces: named,
        projects: [],
      };
      const filters = Object.fromEntries(
        Object.entries(search).filter(([name]) => (filterNames as readonly string[]).includes(name)),
      ) as TicketSearch;
      const text = formatFilterText(filters, vocabulary);
      assert.deepEqual(parseFilterText(text, vocabulary), { search: filters, ignored: [] });
    }),
    { numRuns: 1_000 },
  );
});

test('text of any kind is read without an error', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void parseFilterText(text, world)));
});
