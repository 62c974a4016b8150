import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bump, bumpBetween, isBeforeOne, releaseTags, versionOfTag } from './version.ts';

test('the bump between two versions is the first number that rises', () => {
  const cases: [was: string | undefined, is: string | undefined, Bump][] = [
    ['1.2.3', '2.0.0', 'major'],
    ['1.2.3', '1.3.0', 'minor'],
    ['1.2.3', '1.2.4', 'patch'],
    ['1.2.3', '1.2.3', 'none'],
    ['2.0.0', '1.9.9', 'none'],
    ['v1.9.0', '2.0.0-rc.1', 'major'],
    ['2.0.0-rc.1', '2.0.0', 'patch'],
    ['1.0', '1.0.post1', 'none'],
    ['1.0rc1', '1.0', 'patch'],
    ['0.1.0', '0.2.0', 'minor'],
    ['1', '2', 'major'],
    [undefined, '1.0.0', 'none'],
    ['1.0.0', 'workspace:*', 'none'],
  ];
  for (const [was, is, bump] of cases) assert.equal(bumpBetween(was, is), bump, `${was} to ${is}`);
});

test('only a version whose first number is 0 is before 1.0', () => {
  assert.deepEqual(
    ['0.9.1', 'v0.1', '1.0.0', 'next', undefined].map((version) => isBeforeOne(version)),
    [true, true, false, false, false],
  );
});

test('the tags of releases come highest first, without prereleases and without tags of single packages', () => {
  assert.deepEqual(releaseTags(['v1.9.0', 'v1.10.0', 'v2.0.0-rc.1', 'nightly', 'core@9.0.0', '2026-11-01']), [
    'v1.10.0',
    'v1.9.0',
  ]);
  assert.deepEqual(releaseTags(['v1.0.0-rc.1', 'v1.0.0-beta.2', 'x']), ['v1.0.0-rc.1', 'v1.0.0-beta.2']);
  assert.deepEqual(releaseTags(['lib-v1.0.0', 'lib-v1.1.0']), ['lib-v1.1.0', 'lib-v1.0.0']);
  assert.deepEqual(releaseTags(['a@1.0.0', 'b@2.0.0']), []);
  assert.equal(versionOfTag('core@1.2.3'), '1.2.3');
  assert.equal(versionOfTag('main'), undefined);
});
