import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestGo } from './code-digest.ts';

test('Go code is the same with other comments, but not with another constraint of the build', () => {
  const code = 'package lib\n\nfunc Open() {}\n';
  assert.equal(digestGo(`// Opens.\n${code}`), digestGo(`// Opens it.\n${code}`));
  assert.notEqual(digestGo(`//go:build linux\n\n${code}`), digestGo(`//go:build linux && !s390x\n\n${code}`));
});
