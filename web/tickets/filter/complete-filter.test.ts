import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyCompletion, completeFilter } from './complete-filter.ts';

const vocabulary = {
  people: [{ id: '018f3c4e-0000-7000-8000-00000000000a', name: 'Anna Berg' }],
  labels: [
    { id: '018f3c4e-0000-7000-8000-000000000001', name: 'api' },
    { id: '018f3c4e-0000-7000-8000-000000000002', name: 'Needs design' },
  ],
  groups: [],
  milestones: [],
  projects: [],
  workspaces: [],
};
const complete = (text: string, caret = text.length) => {
  const completions = completeFilter(text, caret, vocabulary);
  return {
    labels: completions.items.map(({ label }) => label),
    accept: (index = 0) => {
      const item = completions.items[index];
      return item && applyCompletion(text, completions, item);
    },
  };
};

test('the beginning of a name offers the filters that begin with it', () => {
  assert.deepEqual(complete('due').labels, ['due-after:', 'due-before:']);
  assert.deepEqual(complete('over').labels, ['overdue']);
  assert.deepEqual(complete('lab').accept(), { text: 'label:', caret: 6 });
});

test('a value is completed by any word of its name, and quoted where it must be', () => {
  assert.deepEqual(complete('label:des').labels, ['Needs design']);
  assert.deepEqual(complete('label:des').accept(), { text: 'label:"Needs design" ', caret: 21 });
});

test('only the value at the caret is replaced', () => {
  assert.deepEqual(complete('status:todo,in_p overdue', 16).accept(), {
    text: 'status:todo,in_progress overdue',
    caret: 24,
  });
});

test('people offer me and nobody first', () => {
  assert.deepEqual(complete('assignee:').labels, ['Me', 'Nobody', 'Anna Berg']);
});

test('words of a search are not completed to anything else', () => {
  assert.deepEqual(complete('login page').labels, []);
});
