import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyOf } from '../word-rule.ts';
import { threat } from './security-words.ts';
import {
  maintenanceTopic,
  trivialSubject,
  upkeepScope,
  wentWrong,
  workOnCode,
  workOnPartOfBoth,
  workOnPlainUpkeep,
} from './upkeep-words.ts';

const rules = {
  ...{ maintenanceTopic, threat, trivialSubject, upkeepScope, wentWrong },
  ...{ workOnCode, workOnPartOfBoth, workOnPlainUpkeep },
};

for (const [name, { test: matches, words, shape }] of Object.entries(rules)) {
  test(`each word of ${name} is needed for its example`, () => {
    assert.ok(Object.keys(words).length > 1);
    for (const [word, example] of Object.entries(words)) {
      assert.ok(matches(example), `${word} matches "${example}"`);
      const others = shape(anyOf(Object.keys(words).filter((other) => other !== word)));
      assert.ok(!others.test(example), `"${example}" has no other word than ${word}`);
    }
  });
}
