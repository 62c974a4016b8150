import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes } from './format-bytes.ts';

test('sizes are shown in the largest unit of which there is at least one', () => {
  const sizes = [0, 999, 1_000, 12_540_000, 3_000_000_000, 5e15].map((bytes) => formatBytes(bytes, 'en'));
  assert.deepEqual(sizes, ['0 byte', '999 byte', '1 kB', '12.5 MB', '3 GB', '5,000 TB']);
});

test('numbers follow the language', () => assert.equal(formatBytes(1_500, 'de'), '1,5 kB'));
