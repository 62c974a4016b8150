import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestSnippet } from './snippet.ts';

test('a snippet is cut around the first match and highlights every match in it', () => {
  const text = `${'before '.repeat(30)}the ﬁne WORD and the word${' after'.repeat(60)}`;
  const snippet = bestSnippet([{ field: 'description', text }], ['fine', 'word']);
  assert.ok(snippet);
  assert.ok(snippet.text.startsWith('…') && snippet.text.endsWith('…') && snippet.text.length < 250);
  assert.deepEqual(
    snippet.ranges.map(([from, to]) => snippet.text.slice(from, to)),
    ['ﬁne', 'WORD', 'word'],
  );
});

test('a snippet comes from the passage with the most of the words', () => {
  const passages = [
    { field: 'title', text: 'one' } as const,
    { field: 'description', text: 'one and <b>two</b>' } as const,
  ];
  assert.equal(bestSnippet(passages, ['one'])?.field, 'title');
  assert.deepEqual(bestSnippet(passages, ['one', 'two']), {
    field: 'description',
    text: 'one and <b>two</b>',
    ranges: [
      [0, 3],
      [11, 14],
    ],
  });
  assert.equal(bestSnippet(passages, ['three']), undefined);
});
