import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSize } from './file-size.ts';

test('sizes have the largest unit that fits', () => {
  assert.equal(formatSize(812, 'en'), '812 byte');
  assert.equal(formatSize(24_000, 'en'), '24 kB');
  assert.equal(formatSize(3_400_000, 'en'), '3.4 MB');
  assert.equal(formatSize(3_400_000, 'de'), '3,4 MB');
});
