import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeRules } from './code-rules.ts';
import { codeVerdicts, oneSource } from './code-versions.support.ts';

for (const [name, { example, grade }] of Object.entries(codeRules))
  test(`the example of the rule ${name} is found, and nothing else is`, async () => {
    const { language, before, after, finds } = example;
    assert.ok(finds.startsWith(`${grade} `));
    assert.deepEqual(await codeVerdicts(language, ...oneSource(language, before, after)), [finds]);
    assert.deepEqual(await codeVerdicts(language, ...oneSource(language, after, after)), []);
  });
