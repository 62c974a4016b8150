import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestKey } from './project-key.ts';

test('a key is suggested from the initials of several words, or from the beginning of one', () => {
  const names = ['Harbor', 'Mobile App', 'A b c d e f g', 'Übersicht der Öffnungen', '', '2026 plan', '日本'];
  assert.deepEqual(names.map(suggestKey), ['HAR', 'MA', 'ABCDE', 'UDO', '', 'PLA', '']);
});
