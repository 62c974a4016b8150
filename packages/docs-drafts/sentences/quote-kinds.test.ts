import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isMeasuredRight, type MeasuredKind, mayClaimFalse, measuredKinds } from './quote-kinds.ts';

const kinds = Object.keys(measuredKinds) as MeasuredKind[];

test('a kind says "false now" only if 20 claims were labelled and 95 % of them are right', () => {
  assert.equal(isMeasuredRight({ right: 19, claims: 20 }), true);
  assert.equal(isMeasuredRight({ right: 18, claims: 20 }), false);
  assert.equal(isMeasuredRight({ right: 19, claims: 19 }), false);
  for (const kind of kinds) assert.equal(mayClaimFalse(kind), isMeasuredRight(measuredKinds[kind]), kind);
});

test('the table in the README has the measured figures', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  for (const kind of kinds) {
    const { right, claims } = measuredKinds[kind];
    const row = `| \`${kind}\` | ${right}/${claims} | ${mayClaimFalse(kind) ? 'false now' : 'may be false'} |`;
    assert.ok(readme.includes(row), row);
  }
});
