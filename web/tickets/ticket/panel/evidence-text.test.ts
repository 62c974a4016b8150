import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutMiddle, readDiff } from './evidence-text.ts';

test('a diff has added, removed and unchanged lines below its heads', () => {
  const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n';
  assert.deepEqual(
    readDiff(diff).map(({ kind }) => kind),
    ['head', 'head', 'head', 'head', 'removed', 'added', 'same'],
  );
});

test('a long text keeps both ends, cut between lines', () => {
  const text = Array.from({ length: 10_000 }, (_, line) => `line ${line}\n`).join('');
  const { start, end, left } = cutMiddle(text);
  assert.ok(start.startsWith('line 0\n') && start.endsWith('\n'));
  assert.ok(end.startsWith('line ') && end.endsWith('line 9999\n'));
  assert.equal(start.length + left + end.length, text.length);
  assert.deepEqual(cutMiddle('short'), { start: 'short', end: '', left: 0 });
  const line = 'x'.repeat(100_000);
  assert.equal(cutMiddle(line).left, 60_000);
});
