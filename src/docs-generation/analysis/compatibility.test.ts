import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSurface } from '../surface/read-surface.ts';
import { compareSurfaces } from './compare-surfaces.ts';

/** What is said to have changed between two texts of one file, with `!` where it breaks. */
const changes = (path: string, before: string, after: string) =>
  compareSurfaces([
    { path, before: readSurface(path, before), after: readSurface(path, after), source: { path, id: '1' } },
  ]).map(({ change, name, isBreaking }) => `${isBreaking ? '!' : ''}${change} ${name}`);

const cases: [what: string, path: string, before: string, after: string, said: string[]][] = [
  // TypeScript
  [
    'a parameter has another name',
    'a.ts',
    'export type F = (a: A) => B;',
    'export type F = (b: A) => B;',
    ['changed F'],
  ],
  [
    'a callback gets less',
    'a.ts',
    'export type F = (a: A, b: C) => B;',
    'export type F = (a: A) => B;',
    ['!changed F'],
  ],
  [
    'a type gains a part',
    'a.ts',
    'export type O = { a: 1 };',
    'export type O = { a: 1; b?: 2 };',
    ['changed O'],
  ],
  [
    'a type loses a part',
    'a.ts',
    'export type O = { a: 1; b: 2 };',
    'export type O = { a: 1 };',
    ['!changed O'],
  ],
  [
    'the parts stand in another order',
    'a.ts',
    'export type O = { a: 1; b: 2 };',
    'export type O = { b: 2; a: 1 };',
    [],
  ],
  [
    'a method takes more if one likes',
    'a.ts',
    'export class C { m(a: A): void {} }',
    'export class C { m(a: A, b?: B): void {} }',
    ['changed C'],
  ],
  [
    'a method demands more',
    'a.ts',
    'export class C { m(a: A): void {} }',
    'export class C { m(a: A, b: B): void {} }',
    ['!changed C'],
  ],
  [
    'a class has a better base',
    'a.ts',
    'export class E extends Error {}',
    'export class Base extends Error {}\nexport class E extends Base {}',
    ['added Base', 'changed E'],
  ],
  [
    'a class has another base',
    'a.ts',
    'export class E extends Error {}',
    'export class E extends Other {}',
    ['!changed E'],
  ],
  [
    'a route in a comment',
    'a.ts',
    '',
    "// app.get('/x', f)\n/**\n * app.post('/y', f)\n */\napp.put('/z', f);",
    ['added PUT /z'],
  ],
  [
    'members called as what every object has',
    'a.ts',
    'export class C { constructor(a: A) {} toString(): string {} }',
    'export class C { valueOf(): 1 {} }',
    ['!changed C'],
  ],
  [
    'a member is inherited now',
    'a.ts',
    'export class C { m(): void {} }',
    'export class B { m(): void {} }\nexport class C extends B { n(): void {} }',
    ['added B', 'changed C'],
  ],
  [
    'a parameter may be more',
    'a.ts',
    'export function f(a: A): void {}',
    'export function f(a: A | B): void {}',
    ['changed f'],
  ],
  [
    'a parameter may be less',
    'a.ts',
    'export function f(a: A | B): void {}',
    'export function f(a: A): void {}',
    ['!changed f'],
  ],
  [
    'a default becomes a question mark',
    'a.ts',
    'export function f(a: A = 1): void {}',
    'export function f(a?: A): void {}',
    ['changed f'],
  ],
  [
    'a question mark is gone',
    'a.ts',
    'export function f(a?: A): void {}',
    'export function f(a: A): void {}',
    ['!changed f'],
  ],
  [
    'a list of words grows',
    'a.ts',
    "export type W = 'a' | 'b';",
    "export type W = 'a' | 'b' | 'c';",
    ['changed W'],
  ],
  ['a list of words shrinks', 'a.ts', "export type W = 'a' | 'b';", "export type W = 'a';", ['!changed W']],
  [
    'a maker that takes nothing need not be said',
    'a.ts',
    'export class C { constructor() {} }',
    'export class C { a: 1 }',
    ['changed C'],
  ],
  [
    'members end with their line or with a semicolon',
    'a.ts',
    'export type T = A & {\n  a: 1\n  b?: 2\n};',
    'export type T = A & { a: 1; b?: 2 };',
    [],
  ],
  // Python
  ['a hint changes', 'a.py', 'def f(a: int) -> int: pass', 'def f(a: str) -> str: pass', ['changed f']],
  [
    'a parameter has another name, which callers may use',
    'a.py',
    'def f(a): pass',
    'def f(b): pass',
    ['!changed f'],
  ],
  ['a keyword is gone', 'a.py', 'def f(*, a=1, b=2): pass', 'def f(*, b=2): pass', ['!changed f']],
  [
    'keywords stand in another order',
    'a.py',
    'def f(*, a=1, b=2): pass',
    'def f(*, b=2, a=1): pass',
    ['changed f'],
  ],
  ['positions change', 'a.py', 'def f(a=1, b=2): pass', 'def f(b=2, a=1): pass', ['!changed f']],
  ['a default is gone', 'a.py', 'def f(a=1): pass', 'def f(a): pass', ['!changed f']],
  ['one may give more', 'a.py', 'def f(a): pass', 'def f(a, b=1, *rest, **more): pass', ['changed f']],
  [
    'a class is made differently',
    'a.py',
    'class C:\n    def __init__(self, a=1):\n        pass\n',
    'class C:\n    def __init__(self):\n        pass\n',
    ['!changed C'],
  ],
  [
    'a method is gone, a hidden one too',
    'a.py',
    'class C:\n    def m(self): pass\n    def _n(self): pass\nx = 1\n',
    'class C:\n    y = 1\nx = 1\n',
    ['!changed C'],
  ],
  ['a module hides itself', 'pkg/_utils.py', 'def f(a): pass', '', ['removed f']],
  [
    'a hidden module lists what its package passes on',
    'pkg/_api.py',
    '__all__ = ["f"]\ndef f(a): pass',
    '__all__ = []',
    ['!removed f'],
  ],
  [
    'quotes in comments hide nothing',
    'a.py',
    "def f(\n    a, # it's\n    b=1,\n): pass",
    "def f(\n    a, # it's\n    b=2,\n): pass",
    ['changed f'],
  ],
  [
    'a method is inherited now',
    'a.py',
    'class C(A):\n    def m(self): pass\n',
    'class B(A):\n    def m(self): pass\nclass C(B):\n    def constructor(self): pass\n',
    ['added B', 'changed C'],
  ],
  ['what builds the documentation', 'docs/conf.py', 'a = 1', '', []],
  [
    'a getter and its setter have better hints',
    'a.py',
    'class C:\n    def p(self) -> int: pass\n    def p(self, v: int): pass\n',
    'class C(G[T]):\n    def p(self) -> str: pass\n    def p(self, v: str): pass\n',
    ['changed C'],
  ],
  [
    'a dependency is written differently',
    'pyproject.toml',
    '[project]\ndependencies = [\n  "Some_Thing>=1",\n]\n',
    '[project]\ndependencies = [\n  "some-thing>=1",\n]\n',
    [],
  ],
  // Go
  [
    'a parameter has another name',
    'a.go',
    'func (s *S) F(a, b int) error {',
    'func (s *S) F(x, y int) error {',
    ['changed S.F'],
  ],
  [
    'a parameter has another type',
    'a.go',
    'func F(a int) error {',
    'func F(a string) error {',
    ['!changed F'],
  ],
  [
    'a comment with a quote in a struct',
    'a.go',
    'type T struct {\n\tA int\n}',
    "type T struct {\n\tA int\n\t// the router's own\n\tb bool\n}",
    [],
  ],
  ['a program has no callers', 'a.go', 'package main\nfunc F() {', 'package main\n', ['removed F']],
  [
    'what is internal has none outside',
    'x/internal/a.go',
    'package a\nfunc F() {',
    'package a\n',
    ['removed F'],
  ],
  ['a route in a comment', 'a.go', '', '// e.GET("/x", f)\ne.POST("/y", f)', ['added POST /y']],
];

for (const [what, path, before, after, said] of cases)
  test(`${path}: ${what}`, () => assert.deepEqual(changes(path, before, after), said));

test('of long signatures what differs is shown, and all of it where places changed', () => {
  const long = Array.from({ length: 12 }, (_, i) => `option_${i}: int = ${i}`).join(', ');
  const shown = (before: string, after: string) => {
    const [change] = compareSurfaces([
      {
        path: 'a.py',
        before: readSurface('a.py', before),
        after: readSurface('a.py', after),
        source: { path: 'a.py', id: '1' },
      },
    ]);
    return [change?.before, change?.after];
  };
  assert.deepEqual(
    shown(`def f(${long}, gone=1, *, last=2): pass`, `def f(${long}, *, last=2, new=3): pass`),
    ['def f(…, gone=1, …)', 'def f(…, new=3)'],
  );
  const [, swapped] = shown(`def f(a=1, b=2, ${long}): pass`, `def f(b=2, a=1, ${long}): pass`);
  assert.match(swapped ?? '', /^def f\(b=2, a=1, option_0/);
});

test('what runs the code may break it: it has to be newer, or only may be', () => {
  const manifest = (node: string) => JSON.stringify({ engines: { node, npm: '>=8' } });
  assert.deepEqual(changes('package.json', manifest('>=18'), manifest('>=22.1')), ['!changed Node.js']);
  assert.deepEqual(changes('package.json', manifest('>=22'), manifest('>=18')), ['changed Node.js']);
  const project = (python: string) => `[project]\nrequires-python = "${python}"\n`;
  assert.deepEqual(changes('pyproject.toml', project('>=3.8'), project('>=3.10')), ['!changed Python']);
});

test('what moves between the files of a Go package has not moved', () => {
  const file = (path: string, before: string, after: string) => ({
    path,
    before: readSurface(path, before),
    after: readSurface(path, after),
    source: { path, id: '1' },
  });
  const func = 'package p\nfunc F(a int) {';
  assert.deepEqual(
    compareSurfaces([file('p/a.go', func, 'package p'), file('p/b.go', 'package p', func)]),
    [],
  );
  const [moved] = compareSurfaces([file('p/a.go', func, 'package p'), file('q/a.go', 'package q', func)]);
  assert.equal(moved?.change, 'moved');
});
