import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyOf, type WordRule } from '../../word-rule.ts';
import * as breakingWords from './breaking-words.ts';
import { labelKinds } from './label-words.ts';
import * as nameRules from './name-rules.ts';
import * as newsWords from './news-words.ts';
import * as noteWords from './note-words.ts';
import * as pathRules from './path-rules.ts';
import * as securityWords from './security-words.ts';
import * as upkeepWords from './upkeep-words.ts';

const isRule = (value: unknown): value is WordRule =>
  typeof value === 'object' && value !== null && 'words' in value;

const { groupWords, ...ofNews } = newsWords;
const { sectionGroups, ...ofNotes } = noteWords;
const tables = [
  ...[breakingWords, groupWords, labelKinds, ofNews, ofNotes],
  ...[nameRules, pathRules, sectionGroups, securityWords, upkeepWords],
];
for (const [name, rule] of tables.flatMap((table) => Object.entries<unknown>(table))) {
  if (!isRule(rule)) continue;
  const { words, shape } = rule;
  test(`each word of ${name} is needed for its example`, () => {
    for (const [word, example] of Object.entries(words)) {
      assert.ok(rule.test(example), `${word} matches "${example}"`);
      const rest = Object.keys(words).filter((other) => other !== word);
      const matches: boolean = rest.length > 0 && shape(anyOf(rest)).test(example);
      assert.ok(!matches, `"${example}" has no other word than ${word}`);
    }
  });
}
