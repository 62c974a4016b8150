import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSurface } from '../surface/read-surface.ts';
import { compareSurfaces } from './compare-surfaces.ts';

/** The changes between two versions of one file; `!` marks a breaking one. */
const changes = (path: string, before: string, after: string) =>
  compareSurfaces([
    { path, before: readSurface(path, before), after: readSurface(path, after), source: { path, id: '1' } },
  ]).map(({ change, name, isBreaking }) => `${isBreaking ? '!' : ''}${change} ${name}`);

/** The expected changes by file name. */
const cases: Record<string, [guarantee: string, before: string, after: string, expected: string[]][]> = {
  'a.ts': [
    [
      'a renamed parameter of a function type is compatible',
      'export type F = (a: A) => B;',
      'export type F = (b: A) => B;',
      ['changed F'],
    ],
    [
      'a function type with fewer parameters is breaking',
      'export type F = (a: A, b: C) => B;',
      'export type F = (a: A) => B;',
      ['!changed F'],
    ],
    [
      'a new optional member of a type is compatible',
      'export type O = { a: 1 };',
      'export type O = { a: 1; b?: 2 };',
      ['changed O'],
    ],
    [
      'a removed member of a type is breaking',
      'export type O = { a: 1; b: 2 };',
      'export type O = { a: 1 };',
      ['!changed O'],
    ],
    [
      'reordered members are no change',
      'export type O = { a: 1; b: 2 };',
      'export type O = { b: 2; a: 1 };',
      [],
    ],
    [
      'a new optional parameter of a method is compatible',
      'export class C { m(a: A): void {} }',
      'export class C { m(a: A, b?: B): void {} }',
      ['changed C'],
    ],
    [
      'a new required parameter of a method is breaking',
      'export class C { m(a: A): void {} }',
      'export class C { m(a: A, b: B): void {} }',
      ['!changed C'],
    ],
    [
      'a base class that extends the earlier one is compatible',
      'export class E extends Error {}',
      'export class Base extends Error {}\nexport class E extends Base {}',
      ['added Base', 'changed E'],
    ],
    [
      'an unrelated base class is breaking',
      'export class E extends Error {}',
      'export class E extends Other {}',
      ['!changed E'],
    ],
    [
      'a route in a comment is ignored',
      '',
      "// app.get('/x', f)\n/**\n * app.post('/y', f)\n */\napp.put('/z', f);",
      ['added PUT /z'],
    ],
    [
      'members named like those of every object are compared',
      'export class C { constructor(a: A) {} toString(): string {} }',
      'export class C { valueOf(): 1 {} }',
      ['!changed C'],
    ],
    [
      'a member that is now inherited is compatible',
      'export class C { m(): void {} }',
      'export class B { m(): void {} }\nexport class C extends B { n(): void {} }',
      ['added B', 'changed C'],
    ],
    [
      'a wider parameter type is compatible',
      'export function f(a: A): void {}',
      'export function f(a: A | B): void {}',
      ['changed f'],
    ],
    [
      'a narrower parameter type is breaking',
      'export function f(a: A | B): void {}',
      'export function f(a: A): void {}',
      ['!changed f'],
    ],
    [
      'an optional parameter instead of a default is compatible',
      'export function f(a: A = 1): void {}',
      'export function f(a?: A): void {}',
      ['changed f'],
    ],
    [
      'an optional parameter that becomes required is breaking',
      'export function f(a?: A): void {}',
      'export function f(a: A): void {}',
      ['!changed f'],
    ],
    [
      'a union with more values is compatible',
      "export type W = 'a' | 'b';",
      "export type W = 'a' | 'b' | 'c';",
      ['changed W'],
    ],
    [
      'a union with fewer values is breaking',
      "export type W = 'a' | 'b';",
      "export type W = 'a';",
      ['!changed W'],
    ],
    [
      'an implicit constructor instead of an empty one is compatible',
      'export class C { constructor() {} }',
      'export class C { a: 1 }',
      ['changed C'],
    ],
    [
      'line breaks and semicolons separate members alike',
      'export type T = A & {\n  a: 1\n  b?: 2\n};',
      'export type T = A & { a: 1; b?: 2 };',
      [],
    ],
  ],
  'a.py': [
    [
      'a changed type hint is compatible',
      'def f(a: int) -> int: pass',
      'def f(a: str) -> str: pass',
      ['changed f'],
    ],
    ['a renamed parameter is breaking', 'def f(a): pass', 'def f(b): pass', ['!changed f']],
    [
      'a removed keyword parameter is breaking',
      'def f(*, a=1, b=2): pass',
      'def f(*, b=2): pass',
      ['!changed f'],
    ],
    [
      'reordered keyword parameters are compatible',
      'def f(*, a=1, b=2): pass',
      'def f(*, b=2, a=1): pass',
      ['changed f'],
    ],
    [
      'reordered positional parameters are breaking',
      'def f(a=1, b=2): pass',
      'def f(b=2, a=1): pass',
      ['!changed f'],
    ],
    ['a removed default is breaking', 'def f(a=1): pass', 'def f(a): pass', ['!changed f']],
    [
      'new optional parameters are compatible',
      'def f(a): pass',
      'def f(a, b=1, *rest, **more): pass',
      ['changed f'],
    ],
    [
      'a removed constructor parameter is breaking',
      'class C:\n    def __init__(self, a=1):\n        pass\n',
      'class C:\n    def __init__(self):\n        pass\n',
      ['!changed C'],
    ],
    [
      'a removed public method is breaking',
      'class C:\n    def m(self): pass\n    def _n(self): pass\nx = 1\n',
      'class C:\n    y = 1\nx = 1\n',
      ['!changed C'],
    ],
    [
      'a quote in a comment hides no code',
      "def f(\n    a, # it's\n    b=1,\n): pass",
      "def f(\n    a, # it's\n    b=2,\n): pass",
      ['changed f'],
    ],
    [
      'a method that is now inherited is compatible',
      'class C(A):\n    def m(self): pass\n',
      'class B(A):\n    def m(self): pass\nclass C(B):\n    def constructor(self): pass\n',
      ['added B', 'changed C'],
    ],
    [
      'changed type hints of a getter and its setter are compatible',
      'class C:\n    def p(self) -> int: pass\n    def p(self, v: int): pass\n',
      'class C(G[T]):\n    def p(self) -> str: pass\n    def p(self, v: str): pass\n',
      ['changed C'],
    ],
  ],
  'pkg/_utils.py': [['a removal from an internal module is compatible', 'def f(a): pass', '', ['removed f']]],
  'pkg/_api.py': [
    [
      'a removal from __all__ of an internal module is breaking',
      '__all__ = ["f"]\ndef f(a): pass',
      '__all__ = []',
      ['!removed f'],
    ],
  ],
  'docs/conf.py': [['the configuration of the documentation is no surface', 'a = 1', '', []]],
  'pyproject.toml': [
    [
      'another spelling of a package name is no change',
      '[project]\ndependencies = [\n  "Some_Thing>=1",\n]\n',
      '[project]\ndependencies = [\n  "some-thing>=1",\n]\n',
      [],
    ],
  ],
  'a.go': [
    [
      'a renamed parameter is compatible',
      'func (s *S) F(a, b int) error {',
      'func (s *S) F(x, y int) error {',
      ['changed S.F'],
    ],
    [
      'another parameter type is breaking',
      'func F(a int) error {',
      'func F(a string) error {',
      ['!changed F'],
    ],
    [
      'a quote in a comment of a struct hides no code',
      'type T struct {\n\tA int\n}',
      "type T struct {\n\tA int\n\t// the router's own\n\tb bool\n}",
      [],
    ],
    [
      'a removal from package main is compatible',
      'package main\nfunc F() {',
      'package main\n',
      ['removed F'],
    ],
    ['a route in a comment is ignored', '', '// e.GET("/x", f)\ne.POST("/y", f)', ['added POST /y']],
  ],
  'x/internal/a.go': [
    [
      'a removal from an internal package is compatible',
      'package a\nfunc F() {',
      'package a\n',
      ['removed F'],
    ],
  ],
};

for (const [path, list] of Object.entries(cases))
  for (const [guarantee, before, after, expected] of list)
    test(`${path}: ${guarantee}`, () => assert.deepEqual(changes(path, before, after), expected));

test('a changed long signature shows only what differs, unless parameters were reordered', () => {
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

test('a raised minimum version of Node.js or Python is breaking, a lowered one is not', () => {
  const manifest = (node: string) => JSON.stringify({ engines: { node, npm: '>=8' } });
  assert.deepEqual(changes('package.json', manifest('>=18'), manifest('>=22.1')), ['!changed Node.js']);
  assert.deepEqual(changes('package.json', manifest('>=22'), manifest('>=18')), ['changed Node.js']);
  const project = (python: string) => `[project]\nrequires-python = "${python}"\n`;
  assert.deepEqual(changes('pyproject.toml', project('>=3.8'), project('>=3.10')), ['!changed Python']);
});

test('a move between files of one Go package is no change', () => {
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
