import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fieldDeclaration, ticketFieldNames } from '../../src/tickets/fields/ticket-fields.ts';
import { filterNames } from '../../src/tickets/fields/ticket-filters.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Generated from the table of fields, or the table itself. */
const derived = /^(?:src\/tickets\/fields\/ticket-f|src\/search\/indexing\/indexed-fields|web\/dist\/)/;
const isTest = /\.(?:test|support|fault)\.tsx?$|\/support\/|^web\/messages\//;

/** Files that name three or more values on purpose. A file without such a list must not be here. */
const exceptions: Record<string, string> = {
  'src/tickets/lists/ticket-facet-store.ts': 'the columns of a database index in its order',
  'src/sync/encode-tickets.ts': 'the columns that are encoded in a way of their own',
  'src/imports/import-schemas.ts': 'the fields whose words other products name differently',
  'web/tickets/ticket-search.ts': 'the kinds of filters whose values are names',
  'web/tickets/timeline/use-timeline-groups.ts': 'the groups that the timeline offers',
  'web/tickets/list/use-value-views.ts': 'the fields whose values the server counts over projects',
  'web/tickets/board/swimlanes.ts': 'the swimlanes that the board offers',
  'src/projects/automation.ts':
    'the statuses of rules; tickets are above projects, and start-tasks.test.ts compares both lists',
  'src/agent-tasks/questions/question-form.ts': 'the keywords of JSON Schema',
  'src/imports/readers/csv-dates.ts': 'the dates that files of other products have',
};

const fieldSets = [ticketFieldNames, filterNames].map((names) => new Set<string>(names));
const choiceSets = ticketFieldNames.flatMap((name) => {
  const { choices } = fieldDeclaration(name);
  return choices ? [new Set(choices)] : [];
});

/** `['a', 'b', 'c']`, `'a,b,c'` and `in ('a', 'b', 'c')`. */
const lists = [/\[\s*(?:'\w+',?\s*){3,}\]/g, /'\w+(?:[,|]\s?\w+){2,}'/g, /\bin \((?:'\w+',?\s*){3,}\)/g];
/** `'a' | 'b' | 'c'`. A type that chooses some fields is checked by the compiler, so only choices count. */
const unions = [/(?:'\w+'\s*\|\s*){2,}'\w+'/g];

function listsIn(source: string): string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/examples: \[.*?\]/g, '');
  const find = (forms: RegExp[], sets: Set<string>[]) =>
    forms
      .flatMap((form) => code.match(form) ?? [])
      .filter((text) => {
        const words = new Set(text.match(/\w+/g));
        return sets.some((set) => words.intersection(set).size >= 3);
      });
  return [...find(lists, [...fieldSets, ...choiceSets]), ...find(unions, choiceSets)];
}

test('fields, statuses, priorities, types and stages are listed in the table of fields alone', () => {
  const files = globSync('{src,web}/**/*.{ts,tsx}', { cwd: root });
  assert.ok(files.length > 1_000);
  const found = new Map<string, string[]>();
  for (const file of files) {
    if (derived.test(file) || isTest.test(file)) continue;
    const written = listsIn(readFileSync(path.join(root, file), 'utf8'));
    if (written.length > 0) found.set(file, written);
  }
  const unknown = [...found].filter(([file]) => !(file in exceptions));
  assert.deepEqual(unknown, [], 'derive the list from src/tickets/fields or sdk/ticket-fields.ts');
  const stale = Object.keys(exceptions).filter((file) => !found.has(file));
  assert.deepEqual(stale, [], 'these files have no such list any more');
});

test('a list of three statuses, fields or filters is found', () => {
  assert.equal(listsIn(`const open = ['backlog', 'todo', 'in_progress'];`).length, 1);
  assert.equal(listsIn(`where status in ('backlog', 'todo', 'in_review')`).length, 1);
  assert.equal(listsIn(`type Urgent = 'medium' | 'high' | 'highest';`).length, 1);
  assert.equal(listsIn(`const fields = ['status', 'priority', 'stage'];`).length, 1);
  assert.equal(listsIn(`const query = 'lowest,low,medium';`).length, 1);
  assert.equal(listsIn(`const two = ['done', 'cancelled'];`).length, 0);
});
