import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('./', import.meta.url);
/** Names of locks, and what lives only as long as its tab. */
const elsewhere = ['docket.visible', 'docket.shown.', 'docket.scroll', 'docket.reload', 'docket.text.'];

test('web/README.md names every key of localStorage with its reason', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['dist/**', '**/*.test.ts'] });
  const used = files.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/['"`](docket\.[A-Za-z.]+)/g)].map(
      ([, key]) => key as string,
    ),
  );
  const listed = [...readFileSync(new URL('README.md', folder), 'utf8').matchAll(/`(docket\.[A-Za-z.]+)`/g)];
  assert.deepEqual(
    [...new Set(used)].filter((key) => !elsewhere.includes(key)).sort(),
    listed.map(([, key]) => key).sort(),
  );
});
