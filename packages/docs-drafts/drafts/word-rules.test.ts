import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyOf, type WordRule } from '../word-rule.ts';
import { threat } from './security-words.ts';
import * as upkeep from './upkeep-words.ts';

const rules = Object.entries({ threat, ...upkeep }).filter(
  (entry): entry is [string, WordRule] => 'words' in entry[1],
);

for (const [name, rule] of rules) {
  test(`each word of ${name} is needed for its example`, () => {
    assert.ok(Object.keys(rule.words).length > 1);
    for (const [word, example] of Object.entries(rule.words)) {
      assert.ok(rule.test(example), `${word} matches "${example}"`);
      const others = rule.shape(anyOf(Object.keys(rule.words).filter((other) => other !== word)));
      assert.ok(!others.test(example), `"${example}" has no other word than ${word}`);
    }
  });
}
