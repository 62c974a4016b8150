import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze, type Files, go, py, ts } from '../../two-versions.support.ts';
import { declarationRules } from './declaration-rules.ts';

const layouts: Record<string, (before: string, after: string) => [Files, Files]> = {
  ts: (before, after) => ts(`export ${before}`, `export ${after}`),
  ...{ py, go },
};
/** What the example of a file stands in; a file without text is not there. Its own changes break nothing. */
const around = {
  'package.json': '{ "name": "lib", "main": "src/index.js" }',
  'src/index.js': 'exports.a = 1;',
  'pyproject.toml': '[project]\nname = "lib"\n',
  'lib/__init__.py': '# lib',
  'lib/other.py': '‹→def m(): 0›',
  'go.mod': 'module lib\n',
  'lib.go': 'package lib\n\nfunc F() { ‹→F()› }',
  'sub/sub.go': 'package sub\n\nfunc F() {}',
};

function bothVersions(of: string, example: string): [Files, Files] {
  const side = (text: string, group: string) => text.replace(/‹([^→›]*)→([^›]*)›/g, group);
  const filesOf = (group: string): Files =>
    Object.fromEntries(
      Object.entries({ ...around, [of]: example })
        .map(([path, text]) => [path, side(text, group)] as const)
        .filter(([, text]) => text !== ''),
    );
  return layouts[of]?.(side(example, '$1'), side(example, '$2')) ?? [filesOf('$1'), filesOf('$2')];
}

for (const [name, [reason, of, example, finds]] of Object.entries(declarationRules))
  test(`the example of the rule ${name} is found with its reason, and nothing else is`, async () => {
    const { surface } = await analyze(...bothVersions(of, example));
    const found = surface.filter((one) => !one.isInternal && one.reason !== '');
    assert.deepEqual(
      found.map((one) => `${one.grade} ${one.name}`),
      [finds],
    );
    const pattern = reason.replace(/[.]/g, '\\.').replace(/\$\d/g, '.*');
    assert.match(found[0]?.reason ?? '', new RegExp(`(?:^|: )${pattern}$`));
  });
