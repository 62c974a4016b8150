import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { m } from './index.ts';

const web = path.resolve(import.meta.dirname, '..');

test('every message is read somewhere', async () => {
  const { late } = await import('./en/late.ts');
  const files = globSync('**/*.{ts,tsx}', {
    cwd: web,
    exclude: (name) => ['dist', 'messages'].includes(name) || /\.test\.ts$/.test(name),
  });
  const sources = files.map((file) => readFileSync(path.join(web, file), 'utf8')).join('\n');
  assert.deepEqual(unread({ ...m, ...late }, sources), []);
});

/** Messages whose name no source has, and that are not in an object which a source reads by a computed name. */
function unread(messages: object, sources: string): string[] {
  const words = new Set(sources.match(/[\w$]+/g));
  const isReadWhole = (name: string) => new RegExp(`\\.${name}\\b(?![.?\\w])`).test(sources);
  const inObject = (object: object, place: string): string[] =>
    Object.entries(object).flatMap(([name, message]) => {
      const here = `${place}.${name}`;
      if (!words.has(name)) return [here];
      if (typeof message !== 'object' || message === null || isReadWhole(name)) return [];
      return inObject(message, here);
    });
  return Object.entries(messages).flatMap(([name, message]) => inObject(message, name));
}
