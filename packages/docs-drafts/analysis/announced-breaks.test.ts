import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitOf, noteOf } from '../analyzed-changes.support.ts';
import { isMajorRelease, isShownBySource, markAnnouncedBreaks } from './announced-breaks.ts';
import type { SurfaceChange } from './surface-change.ts';

const changedOf = (before: string, after: string): SurfaceChange => ({
  ...{ area: 'export', change: 'changed', name: 'Options', path: 'index.ts', before, after },
  ...{ grade: 'may break', reason: '', isBreaking: false, isInternal: false, sources: [] },
});

const isNoteBreaking = (section: string, text: string, surface: SurfaceChange[] = [], isMajor = false) =>
  markAnnouncedBreaks({ notes: [noteOf(section, text)], commits: [] }, surface, isMajor).notes[0]?.isBreaking;
const isCommitBreaking = (message: string, surface: SurfaceChange[] = [], isMajor = false) =>
  markAnnouncedBreaks({ notes: [], commits: [commitOf(message)] }, surface, isMajor).commits[0]?.isBreaking;

test('words of the maintainers that end support or remove what was deprecated are breaking', () => {
  for (const [section, text] of [
    ['', 'Drop support for Python 3.8.'],
    ['upgrade', 'Support for Python 3.10 has been removed. It was old.'],
    ['Besides', 'The deprecated `proxies` argument has now been removed.'],
    ['Removed', 'The `legacy` store'],
    ['', 'Raised the minimum Django version to 4.2.'],
  ] as const)
    assert.equal(isNoteBreaking(section, text), true, text);
  for (const [section, text] of [
    ['Fixed', 'Removed the space that no longer supported anything'],
    ['Changed', 'Remove `Content-Length` from empty answers'],
    ['Removed', 'Unused dependencies'],
    ['Major', 'Remove the author field from package.json'],
    ['', 'The deprecated `callback` will be removed in 7.0'],
    ['Deprecations', 'Dropped support for callbacks comes later'],
  ] as const)
    assert.equal(isNoteBreaking(section, text), false, text);
});

test('a plain removal is breaking if the source shows that the name went, or in a major release', () => {
  const without = [changedOf('{ isStream?: true; url: string }', '{ url: string }')];
  assert.equal(isCommitBreaking('Remove the `isStream` option'), false);
  assert.equal(isCommitBreaking('Remove the `isStream` option', without), true);
  assert.equal(isCommitBreaking('Remove the `url` option', without), false);
  assert.equal(isCommitBreaking('Remove the `isStream` option', [], true), true);
  assert.equal(isCommitBreaking('Rename splitFile to filename', [], true), false);
  assert.equal(isCommitBreaking('Make `strict` true by default', [], true), true);
  assert.equal(isCommitBreaking('fix: remove the `isStream` option', without), false);
  assert.equal(isCommitBreaking('Remove unused options', [], true), false);
  assert.equal(isCommitBreaking('Remove `hasOwnProperty`, use undefined', [], true), false);
});

test('a release is major by its first number, or by the second one before 1.0', () => {
  assert.equal(isMajorRelease('v14.6.6', 'v15.0.0'), true);
  assert.equal(isMajorRelease('0.27.2', '0.28.0'), true);
  assert.equal(isMajorRelease('packages/a@1.2.0', 'packages/a@2.0.0'), true);
  for (const [was, is] of [
    ['v1.2.0', 'v1.3.0'],
    ['v2.0.0', 'v1.9.0'],
    ['24.3.0', '25.1.0'],
    ['main', 'feature'],
  ] as const)
    assert.equal(isMajorRelease(was, is), false, `${was} to ${is}`);
});

test('words about a name that the source shows to break are not counted again', () => {
  const removed: SurfaceChange = {
    ...changedOf('', ''),
    ...{ change: 'removed', name: 'Client.isStream', grade: 'breaks', isBreaking: true },
  };
  assert.equal(isShownBySource('Remove isStream', [removed]), true);
  assert.equal(isShownBySource('Remove the cancel API', [removed]), false);
});
