import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../../test/support/processor-time.ts';
import { readLinguistAttributes } from './linguist-attributes.ts';

test('linguist attributes mark generated and vendored files by the last pattern that matches', () => {
  const isMarked = readLinguistAttributes(
    [
      '# build output',
      '* text=auto',
      'api/*.ts linguist-generated',
      'third/** linguist-vendored=true',
      '*.snap linguist-generated=true',
      'third/own.ts -linguist-vendored',
      '/types/**/gen.ts linguist-generated',
    ].join('\n'),
  );
  for (const path of ['api/a.ts', 'third/a/b.ts', 'x/y/z.snap', 'types/gen.ts', 'types/a/b/gen.ts'])
    assert.equal(isMarked(path), true, path);
  for (const path of ['api/a/b.ts', 'src/api/a.ts', 'third/own.ts', 'a.ts', 'types/general.ts'])
    assert.equal(isMarked(path), false, path);
});

test('a hostile pattern takes no time to match', async () => {
  const isMarked = readLinguistAttributes(`${'**/'.repeat(200)}${'*'.repeat(200)}x linguist-generated`);
  assert.ok((await threadMs(() => isMarked(`${'a/'.repeat(100)}b`))) < 1_000);
});
