import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { verbKeys } from '../../web/tickets/verbs/verb-keys.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Keys that the guide names in other words: "Shift with arrows", "the menu key". */
const inWords = /^(?:Shift\+Arrow(?:Up|Down)|ContextMenu)$/;

const signs: Record<string, string> = {
  mod: 'ctrl',
  escape: 'esc',
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
};

/** `Mod+Shift+y` is `Ctrl Shift Y` in the guide; the sign + itself stays. */
const asWritten = (keys: string) =>
  keys
    .toLowerCase()
    .replaceAll('\\\\', '\\')
    .split(/(?<=.)\+/)
    .map((key) => signs[key] ?? key)
    .join(' ');

test('the pages about the keyboard have every key of the app', () => {
  const files = globSync('web/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => ['dist', 'messages'].includes(name) || name.endsWith('.test.ts'),
  });
  const bound = files.flatMap((file) =>
    [...read(file).matchAll(/(?<![-\w])keys(?:: '|=")([^'"\n]+)['"]/g)].map(([, keys = '']) => keys),
  );
  const places = [...read('web/shell/places.ts').matchAll(/\bkey: '(\w)'/g)].map(([, key]) => `g ${key}`);
  const keys = new Set([...bound, ...places, ...Object.values(verbKeys)]);
  assert.ok(keys.size > 60 && places.length > 10, `${keys.size} keys, ${places.length} places`);
  const documented = new Set(
    ['keyboard', 'keyboard-text'].flatMap((page) =>
      [...read(`docs/guide/${page}.md`).matchAll(/`([^`]+)`/g)].map(([, key = '']) => key.toLowerCase()),
    ),
  );
  assert.deepEqual(
    [...keys].filter((key) => !inWords.test(key) && !documented.has(asWritten(key))),
    [],
  );
});
