import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { findBrokenLinks, findMissingSources } from '../../scripts/check-doc-links.ts';

test('links to existing files and headings are accepted', (t) => {
  const root = newTree(t, {
    'README.md': `
[api](docs/api.md) [folder](docs) [heading](docs/api.md#who-may-call-get-it) [twin](docs/api.md#errors-1)
[here](#the-map) [root](/docs/api.md) [web](https://example.org/none.md) [mail](mailto:ada@example.org)
![picture](picture.svg "a title") <a href="docs/api.md">api</a> [by label][label] \`[code](none.md)\`

[label]: docs/api.md#errors
# The map
~~~
[fenced](none.md)
~~~`,
    'docs/api.md': '## Who may call `GET it`?\n### Errors\n### Errors\n',
    'picture.svg': '<svg/>',
  });
  assert.deepEqual(findBrokenLinks(root), []);
});

test('a link to a missing file or heading is reported with its page', (t) => {
  const root = newTree(t, {
    'README.md': '[a](docs/none.md) [b](docs/api.md#none) [c](#none)\n\n[d]: none.md\n',
    'docs/api.md': '# API\n<img src="none.png">\n```\n# none\n```\n',
  });
  const targets = findBrokenLinks(root).map(({ location, problem }) => `${location} ${problem}`);
  assert.deepEqual(targets, [
    'README.md links to docs/none.md, but there is no such file',
    'README.md links to docs/api.md#none, but there is no such heading',
    'README.md links to #none, but there is no such heading',
    'README.md links to none.md, but there is no such file',
    'docs/api.md links to none.png, but there is no such file',
  ]);
});

test('a source file that a page names and that does not exist is reported', (t) => {
  const root = newTree(t, {
    'README.md': '`src/ticket-store.ts` `ticket-store.ts` `none.ts` `other/ticket-store.ts` `GET /none.ts`\n',
    'src/ticket-store.ts': '',
  });
  const problems = findMissingSources(root).map(({ location, problem }) => `${location} ${problem}`);
  assert.deepEqual(problems, [
    'README.md names none.ts, but there is no such file',
    'README.md names other/ticket-store.ts, but there is no such file',
  ]);
});

function newTree(t: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-links-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}
