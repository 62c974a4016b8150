import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grammarOf } from './tree-sitter.ts';

test('a grammar is loaded only when a file of its language is there', async () => {
  // Other tests of the process load grammars too; this copy of the module has none yet.
  const fresh = './tree-sitter.ts?fresh';
  const { loadGrammars, withSyntaxTree }: typeof import('./tree-sitter.ts') = await import(fresh);
  await loadGrammars(['lib/a.rb', 'README.md', 'schema.graphql', 'src/a.ts']);
  assert.equal(
    withSyntaxTree('ruby', 'x = 1', (root) => root.type),
    'program',
  );
  for (const grammar of ['python', 'go', 'rust', 'java', 'c-sharp', 'php'] as const)
    assert.throws(() => withSyntaxTree(grammar, '', () => {}), /Call loadGrammars first/);
  await loadGrammars(['src/A.java']);
  assert.equal(
    withSyntaxTree('java', 'class A {}', (root) => root.hasError),
    false,
  );
});

test('schemas and scripts need no grammar', () => {
  assert.deepEqual(['a.proto', 'a.graphql', 'a.ts', 'a.rs', 'a.py'].map(grammarOf), [
    undefined,
    undefined,
    undefined,
    'rust',
    'python',
  ]);
});
