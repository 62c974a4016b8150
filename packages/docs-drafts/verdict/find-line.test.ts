import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLine } from './find-line.ts';

const sources: [path: string, text: string, name: string, line: number][] = [
  ['src/lib.rs', 'use a::go;\n// go\npub struct A;\nimpl A {\n  pub fn go(&self) {}\n}', 'lib::A::go', 5],
  ['A.java', 'import x.go;\npublic class A {\n  int x = go();\n  public String go(int a) {}\n}', 'a.A.go', 4],
  ['A.cs', '// Go\npublic class A {\n  public int Go { get; }\n}', 'N.A.Go', 3],
  ['A.php', '<?php\n$a->go();\nclass A {\n  function go() {}\n}', 'N\\A::go', 4],
  ['lib/a.rb', 'class A\n  go\n  def go?\n  end\nend', 'A#go?', 3],
  ['a.graphql', 'type A {\n  b: Int\n  go: Int\n}', 'A.go', 3],
  ['a.proto', 'message A {\n  string go = 1;\n}', 'p.A.go', 2],
];
for (const [path, text, name, line] of sources)
  test(`the line of ${name} in ${path} is that of its declaration`, () => {
    assert.equal(findLine({ path, text }, { area: 'export', name, signature: name }), line);
  });
