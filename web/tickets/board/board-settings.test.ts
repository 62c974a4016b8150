import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBoardSettings, parseLimit, toggleFold, withLimit } from './board-settings.ts';

test('settings survive being kept and read', () => {
  const settings = withLimit(toggleFold(parseBoardSettings(null), 'backlog'), 'in_progress', 4);
  assert.deepEqual(parseBoardSettings(JSON.stringify(settings)), {
    folded: ['backlog', 'cancelled'],
    limits: { in_progress: 4 },
  });
});

test('at first the column of cancelled tickets alone is folded', () => {
  assert.deepEqual(parseBoardSettings(null), { folded: ['cancelled'], limits: {} });
  assert.deepEqual(toggleFold(parseBoardSettings(null), 'cancelled').folded, []);
});

test('what another version wrote is ignored', () => {
  assert.deepEqual(parseBoardSettings('{'), { folded: ['cancelled'], limits: {} });
  assert.deepEqual(parseBoardSettings('{"folded":["gone","done"],"limits":{"todo":"x","done":-1}}'), {
    folded: ['done'],
    limits: {},
  });
  assert.deepEqual(parseBoardSettings('7'), { folded: ['cancelled'], limits: {} });
});

test('a limit is a whole number from 1', () => {
  assert.equal(parseLimit('3'), 3);
  assert.equal(parseLimit(''), undefined);
  assert.equal(parseLimit('0'), undefined);
  assert.equal(parseLimit('2.5'), undefined);
  assert.equal(parseLimit(5_000), 999);
  assert.deepEqual(withLimit({ folded: [], limits: { todo: 3 } }, 'todo', undefined).limits, {});
});
