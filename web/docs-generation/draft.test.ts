import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { allSources, findStatement, readDraft } from './draft.ts';

const content = `---
title: "acme/site: notes"
date: "2026-11-15"
pullRequest: 42
---

import { Tabs } from 'site';

From \`v1\` to \`main\`: 3 commits.

## Breaking changes

- The export \`add\\_one\` in \`src/a.ts\` changed {/* source: src/a.ts@80168e434909 */}

## Added

- **mail:** Sends [PAY-1](https://docket.example.org/t/PAY-1) \\<soon\\> (1a07348) {/* source: commit@1a07348abd1b, src/%40b.ts@dbccd3565513 */}

&#105;mport is a word here.

{/* source: src/c.ts@f2462a5d3d23 */}

\`\`\`ts
import { kept } from './code';
\`\`\`
`;
const draft = readDraft({ path: 'content/docs/developer/pr-42.mdx', content });

test('front matter becomes facts', () => {
  assert.equal(draft.title, 'acme/site: notes');
  assert.equal(draft.kind, 'developer');
  assert.deepEqual(draft.facts.at(-1), { name: 'pullRequest', value: '42' });
});

test('the shown text has no imports and no source comments, except in code', () => {
  assert.doesNotMatch(draft.body, /source:|Tabs|&#105;/);
  assert.match(draft.body, /import \{ kept \}/);
  assert.match(draft.body, /\nimport is a word here\./);
});

test('a statement knows its sources and whether it is a breaking change', () => {
  assert.deepEqual(draft.statements, [
    {
      text: 'The export add_one in src/a.ts changed',
      isBreaking: true,
      sources: [{ path: 'src/a.ts', id: '80168e434909' }],
    },
    {
      text: 'mail: Sends PAY-1 <soon> (1a07348)',
      isBreaking: false,
      sources: [{ commit: '1a07348abd1b' }, { path: 'src/@b.ts', id: 'dbccd3565513' }],
    },
    {
      text: 'import is a word here.',
      isBreaking: false,
      sources: [{ path: 'src/c.ts', id: 'f2462a5d3d23' }],
    },
  ]);
});

test('what the page shows leads back to its statement', () => {
  assert.equal(findStatement(draft.statements, 'mail: Sends PAY-1 <soon> (1a07348)')?.sources.length, 2);
  assert.equal(findStatement(draft.statements, 'Nothing of the kind'), undefined);
});

test('every source is listed once', () => {
  assert.deepEqual(allSources(draft.statements), {
    commits: ['1a07348abd1b'],
    files: ['src/@b.ts', 'src/a.ts', 'src/c.ts'],
  });
});

test('pages that Docket drafts have statements', () => {
  const paths = globSync('docs/examples/content/docs/**/*.mdx');
  assert.equal(paths.length, 3);
  for (const path of paths) {
    const page = readDraft({ path, content: readFileSync(path, 'utf8') });
    assert.notEqual(page.statements.length, 0, path);
    assert.doesNotMatch(page.body, /\{\/\*/);
  }
});
