import assert from 'node:assert/strict';
import test from 'node:test';
import { findSubjectProblems } from '../../scripts/check-commits.ts';

const rulesBrokenBy = (subject: string) => findSubjectProblems([subject]).map(({ rule }) => rule);

test('a conventional commit subject of up to 72 characters is accepted', () => {
  assert.deepEqual(rulesBrokenBy('fix(tickets): keep the assignee when a ticket is reopened'), []);
  assert.deepEqual(rulesBrokenBy(`docs: ${'x'.repeat(66)}`), []);
});

test('a commit subject of more than 72 characters is refused', () => {
  assert.deepEqual(rulesBrokenBy(`docs: ${'x'.repeat(67)}`), ['commit-length']);
});

test('a commit subject without a conventional type is refused', () => {
  assert.deepEqual(rulesBrokenBy('Keep the assignee'), ['commit-form']);
  assert.deepEqual(rulesBrokenBy('fix(tickets) keep the assignee'), ['commit-form']);
});
