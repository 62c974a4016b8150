import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze, go, py, ts } from '../../two-versions.support.ts';
import { declarationRules } from './declaration-rules.ts';

const layouts = { ts, py, go };

for (const [name, [reason, language, before, after, finds]] of Object.entries(declarationRules))
  test(`the example of the rule ${name} is found with its reason, and nothing else is`, async () => {
    const { surface } = await analyze(...layouts[language](before, after));
    const found = surface.filter((one) => !one.isInternal && one.reason !== '');
    assert.deepEqual(
      found.map((one) => `${one.grade} ${one.name}`),
      [finds],
    );
    const pattern = reason.replace(/[.]/g, '\\.').replace(/\$\d/g, '.+');
    assert.match(found[0]?.reason ?? '', new RegExp(`(?:^|: )${pattern}$`));
  });
