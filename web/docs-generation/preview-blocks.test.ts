import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocsPreviewEntry } from '../../sdk/index.ts';
import { countDecisions, dedent, groupChunks, listEntries } from './preview-blocks.ts';

const entry = (id: string | null, decision: DocsPreviewEntry['decision'] = 'open'): DocsPreviewEntry => ({
  ...{ kind: 'entry', id, isOrdered: false, text: 'a', drafted: 'a', below: '' },
  ...{ decision, author: null, version: 0, updatedAt: null },
});
const heading = (text: string) => ({ kind: 'heading', text }) as const;

test('entries that follow each other are a list, and headings have ranks without gaps', () => {
  const blocks = groupChunks([
    { kind: 'text', text: 'One.' },
    { kind: 'text', text: 'Two.' },
    heading('## v1'),
    heading('#### Added'),
    entry('1'),
    entry('2'),
    heading('#### Fixed'),
    { ...entry('3'), isOrdered: true },
    heading('## v0'),
  ]);
  assert.deepEqual(
    blocks.map((block) =>
      block.kind === 'list'
        ? block.entries.length
        : block.kind === 'heading'
          ? `rank ${block.rank}`
          : block.text,
    ),
    ['One.\n\nTwo.', 'rank 1', 'rank 2', 2, 'rank 2', 1, 'rank 1'],
  );
});

test('an entry about others is not counted, and a dropped one is decided but not published', () => {
  const entries = listEntries([entry('1'), entry('2', 'accepted'), entry('3', 'dropped'), entry(null)]);
  assert.deepEqual(countDecisions(entries), { total: 3, decided: 2, published: 1 });
});

test('what stands below an entry loses its indentation, but not that of its lines among each other', () => {
  assert.equal(dedent('\n  ```ts\n  a {\n    b\n  }\n  ```'), '```ts\na {\n  b\n}\n```');
  assert.equal(dedent(''), '');
});
