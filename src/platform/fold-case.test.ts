import assert from 'node:assert/strict';
import test from 'node:test';
import { growthOf } from '../../test/support/growth.ts';
import { foldCase } from './fold-case.ts';

test('case folding compares compatible forms and letters of other scripts', () => {
  assert.equal(foldCase('Ｄｏｃｋｅｔ'), 'docket');
  assert.equal(foldCase('ÉCOLE'), foldCase('e\u0301cole'));
  assert.equal(foldCase('ПРИВЕТ ABC'), 'привет abc');
});

test('case folding of combining marks takes time in proportion to their number', async () => {
  const marks = (count: number) => `a${'\u0316\u0301'.repeat(count / 2)}`;
  assert.ok((await growthOf((size) => foldCase(marks(size)), 200_000)) < 3);
});
