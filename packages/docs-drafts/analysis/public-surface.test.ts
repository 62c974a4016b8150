import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Files, files, go, manifest, py, ts, verdicts } from '../two-versions.support.ts';

const peers = (range: string, development = range) =>
  manifest({ peerDependencies: { react: range }, devDependencies: { react: development } });

const everyFile = manifest({
  types: undefined,
  exports: { '.': './src/index.ts', './*': './src/*.ts' },
});
const site = (range: string) => JSON.stringify({ private: true, dependencies: { react: range } });

/** A package that is published from the folder of its build, where another manifest replaces this one. */
const builtManifest = (more: object, peer?: string) =>
  JSON.stringify({
    name: 'lib',
    private: true,
    ...(peer && { peerDependencies: { [peer]: '>=1' } }),
    ...more,
  });
const readme = '# lib\n\n```\nnpm install lib --save\n```\n';

const pairs: [guarantee: string, versions: [Files, Files], expected: string[]][] = [
  [
    'a private package that the README tells to install is published by a build, so that it is judged',
    files(
      { 'package.json': builtManifest({}), 'README.md': readme, 'src/index.ts': 'export const a = 1' },
      {
        'package.json': builtManifest(
          { main: './bundles/index.umd.js', types: './types/index.d.ts' },
          'tslib',
        ),
        'README.md': readme,
        'src/index.ts': 'export const b = 1',
      },
    ),
    ['breaks added tslib', 'breaks removed a'],
  ],
  [
    'a private package is not judged if it has workspaces, which are published instead',
    files(
      {
        'package.json': builtManifest({ workspaces: ['a'] }),
        'README.md': readme,
        'src/index.ts': 'export const a = 1',
      },
      {
        'package.json': builtManifest({ workspaces: ['a'] }),
        'README.md': readme,
        'src/index.ts': 'export {}',
      },
    ),
    [],
  ],
  [
    'what a type that is only returned has may be missing or of another kind, which breaks its readers',
    ts(
      'export interface Row { id: number[]; at: string; kind: "a" }\nexport interface Draft { id: number; at: string }\nexport const get = (draft: Draft): Promise<Row[]> => x',
      'export interface Row { id: (number | string)[]; at?: string; kind: "a" | "b" }\nexport interface Draft { id: number | string; at?: string }\n' +
        'export const get = (draft: Draft): Promise<Row[]> => x',
    ),
    ['may break changed Draft', 'breaks changed Row'],
  ],
  [
    'a property of a class that is only returned may be missing, which breaks its readers',
    ts(
      'export class Fault { parts: Fault[] }\nexport class Form { check(): Fault[] { return x } }',
      'export class Fault { parts?: Fault[] }\nexport class Form { check(): Fault[] { return x } }',
    ),
    ['breaks changed Fault.parts'],
  ],
  [
    'names of types are compared by what they stand for, unless both sides have the name',
    ts(
      'export type Same = 1 | 2\nexport function f(a: number): void {}\nexport function g(a: "x"): void {}\nexport function h(a: Same): void {}',
      'export type Same = 1\ntype Version = 4 | 6\ntype Letter = "x" | "y"\nexport function f(a: Version): void {}\nexport function g(a: Letter): void {}\nexport function h(a: Same): void {}',
    ),
    ['may break changed Same', 'breaks changed f'],
  ],
  [
    'a parameter that took anything and takes only lists now breaks',
    ts('export function f(a: unknown): void {}', 'export function f(a: unknown[]): void {}'),
    ['breaks changed f'],
  ],
  [
    'a list that takes more than before breaks nobody who passes it',
    ts('export function f(a: string[]): void {}', 'export function f(a: (string | number)[]): void {}'),
    [],
  ],
  [
    'a first go.mod with a major version breaks every import, and a package that moved is compared where it is now',
    files(
      { 'lib.go': 'package lib\nfunc New() Keys { return nil }\ntype Keys interface{}\n' },
      {
        'go.mod': 'module example.org/lib/v3\n\ngo 1.22\n',
        'lib/lib.go':
          'package lib\nfunc New() *Remote { return nil }\ntype Keys interface{}\ntype Remote struct{}\n',
      },
    ),
    ['breaks added Go module path', 'breaks removed lib', 'breaks changed New'],
  ],
  [
    'a first go.mod without a major version breaks nothing',
    files(
      { 'lib.go': 'package lib\nfunc New() {}\n' },
      {
        'go.mod': 'module example.org/lib\n\ngo 1.22\n',
        'lib.go': 'package lib\nfunc New() {}\nfunc Old() {}\n',
      },
    ),
    [],
  ],
  [
    'packages that became modules of their own break together, tools and new packages do not',
    files(
      {
        ...{ 'go.mod': 'module lib\n', 'lib.go': 'package lib\n', 'examples/x.go': 'package x\n' },
        ...{ 'parsers/a/a.go': 'package a\n', 'parsers/b/b.go': 'package b\n' },
      },
      {
        ...{
          'go.mod': 'module lib\n',
          'lib.go': 'package lib\nfunc F() {}\n',
          'examples/x.go': 'package x\n',
        },
        ...{
          'parsers/a/a.go': 'package a\n',
          'parsers/b/b.go': 'package b\n',
          'parsers/c/c.go': 'package c\n',
        },
        ...{ 'parsers/a/go.mod': 'module lib/parsers/a\n', 'parsers/b/go.mod': 'module lib/parsers/b\n' },
        ...{ 'parsers/c/go.mod': 'module lib/parsers/c\n', 'examples/go.mod': 'module lib/examples\n' },
      },
    ),
    ['breaks changed parsers/a'],
  ],
  [
    'a property that became a method, or the other way round, breaks',
    ts(
      'export class Form { get id(): string | undefined { return } open(): void {} get run(): Run { return } }',
      'export class Form { id(): string | undefined { return } open: boolean; run(): void {} }',
    ),
    ['breaks changed Form.id', 'breaks changed Form.open'],
  ],
  [
    'a peer that is also installed for development breaks with a new major version and may with a minor one',
    files(
      { 'package.json': peers('^17.0.0 || ^18.0.0', '^18.0.0'), 'a/package.json': peers('^1.6.0') },
      {
        'package.json': peers('^18.0.0'),
        'a/package.json': peers('>=1.9.9'),
        'b/package.json': peers('^18.0.0'),
      },
    ),
    ['may break changed react', 'breaks changed react'],
  ],
  [
    'a field of a configuration may take more, which only its readers notice',
    go(
      'type Config struct { Key string }\ntype Result struct { Key string }',
      'type Config struct { Key any }\ntype Result struct { Key any }',
    ),
    ['may break changed Config.Key', 'breaks changed Result.Key'],
  ],
  [
    'a method that a type which is not exported gives to several others is told once',
    go(
      'type inner struct{}\nfunc (inner) Get() int { return 0 }\ntype Client struct{ inner }\ntype Tx struct{ *inner }\ntype Base interface{ Set() int }\ntype Full interface{ Base }',
      'type inner struct{}\nfunc (inner) Get() string { return "" }\ntype Client struct{ inner }\ntype Tx struct{ *inner }\ntype Base interface{ Set() string }\ntype Full interface{ Base }',
    ),
    ['breaks changed Base.Set', 'breaks changed Tx.Get'],
  ],
  [
    'a file that .gitattributes marks as generated is not judged',
    files(
      {
        '.gitattributes': 'src/*.ts linguist-generated\n',
        'package.json': manifest({ types: undefined }),
        'src/index.ts': 'export const a = 1',
      },
      {
        '.gitattributes': 'src/*.ts linguist-generated\n',
        'package.json': manifest({ types: undefined }),
        'src/index.ts': '',
      },
    ),
    [],
  ],
  [
    'a callback that callers write may get further arguments, but not fewer',
    ts(
      'export interface Options { parse?: (text: string) => unknown } export type LoadHook = (a: string, b: number) => void',
      'export interface Options { parse?: (text: string, more: object) => unknown } export type LoadHook = (a: string) => void',
    ),
    ['breaks changed LoadHook'],
  ],
  [
    'requirements.txt beside a package manifest is for development',
    files(
      { 'pyproject.toml': '[project]\nname = "lib"\n', 'requirements.txt': 'ruff==1\n' },
      { 'pyproject.toml': '[project]\nname = "lib"\n', 'requirements.txt': 'ruff==2\n' },
    ),
    [],
  ],
  [
    'an unchanged package exports the names of a private module that changed',
    files(
      {
        'pyproject.toml': '[project]\nname = "lib"\n',
        'lib/__init__.py': 'from ._api import *\n__all__ = ["get"]\n',
        'lib/_api.py': '__all__ = ["get"]\ndef get(url, *, proxies=None): ...\n',
      },
      {
        'pyproject.toml': '[project]\nname = "lib"\n',
        'lib/__init__.py': 'from ._api import *\n__all__ = ["get"]\n',
        'lib/_api.py': '__all__ = ["get"]\ndef get(url): ...\n',
      },
    ),
    ['breaks changed get'],
  ],
  [
    'a Python version that moves to pyproject.toml is compared with the one in setup.py',
    files(
      { 'setup.py': 'setup(\n  python_requires=">=3.9",\n)\n' },
      { 'pyproject.toml': '[project]\nname = "lib"\nrequires-python = ">=3.10"\n' },
    ),
    ['breaks changed Python'],
  ],
  [
    'a named export that only the default export still has is gone',
    ts(
      'const got = create(); export default got; export { got }',
      'const got = create(); export default got',
    ),
    ['breaks removed got'],
  ],
  [
    'a Buffer that became a Uint8Array breaks readers, but not callers that pass it',
    ts(
      'export interface Response { raw: Buffer } export interface SendOptions { body?: Buffer }',
      'export interface Response { raw: Uint8Array } export interface SendOptions { body?: Uint8Array }',
    ),
    ['breaks changed Response', 'may break changed SendOptions'],
  ],
  [
    'a type that callers write breaks if an argument of it takes fewer values',
    ts(
      'export type SearchParameters = Record<string, string | null>',
      'export type SearchParameters = Record<string, string>',
    ),
    ['breaks changed SearchParameters'],
  ],
  // What is public.
  [
    'a removed export of the entry breaks',
    ts('export const a = 1; export const b = 1', 'export const a = 1'),
    ['breaks removed b'],
  ],
  [
    'a file that the entry does not export is internal',
    files(
      {
        'package.json': manifest({ types: undefined }),
        'src/index.ts': '',
        'src/inner.ts': 'export const a = 1',
      },
      { 'package.json': manifest({ types: undefined }), 'src/index.ts': '', 'src/inner.ts': '' },
    ),
    [],
  ],
  [
    'a private package is an application, whose exports are not public',
    files(
      { 'package.json': '{"name":"app","private":true}', 'index.ts': 'export const a = 1' },
      { 'package.json': '{"name":"app","private":true}', 'index.ts': '' },
    ),
    [],
  ],
  [
    'a re-export is followed to its declaration',
    files(
      {
        'package.json': manifest({ types: undefined }),
        'src/index.ts': "export * from './a.ts'",
        'src/a.ts': 'export function f(a?: string): void {}',
      },
      {
        'package.json': manifest({ types: undefined }),
        'src/index.ts': "export { f } from './b.js'",
        'src/b.ts': 'export function f(a: string): void {}',
      },
    ),
    ['breaks changed f'],
  ],
  [
    'a declaration that moved to another file is the same export',
    files(
      {
        'package.json': manifest({ types: undefined }),
        'src/index.ts': "export { f } from './a'",
        'src/a.ts': 'export const f = () => 1',
      },
      {
        'package.json': manifest({ types: undefined }),
        'src/index.ts': "export * from './b/index.js'",
        'src/b/index.ts': 'export function f() { return 1 }',
      },
    ),
    [],
  ],
  [
    'an import path that left the exports of package.json breaks',
    files(
      {
        'package.json': manifest({ exports: { '.': './src/index.ts', './sub': './src/sub.ts' } }),
        'src/index.ts': '',
        'src/sub.ts': '',
      },
      {
        'package.json': manifest({ exports: { '.': './src/index.ts' } }),
        'src/index.ts': '',
        'src/sub.ts': '',
      },
    ),
    ['breaks removed lib/sub'],
  ],
  [
    'a published file leads to its source',
    files(
      {
        'package.json': manifest({ types: undefined, main: 'dist/cjs/index.js' }),
        'src/index.ts': 'export const a = 1',
      },
      {
        'package.json': manifest({ types: undefined, main: 'dist/cjs/index.js' }),
        'src/index.ts': 'export const b = 1',
      },
    ),
    ['breaks removed a'],
  ],
  [
    'tests, examples, scripts, configuration and built files are not public',
    files(
      Object.fromEntries(
        [
          'test/a.ts',
          'examples/a.ts',
          'scripts/a.ts',
          'vite.config.ts',
          'dist/a.js',
          'src/a.generated.ts',
        ].map((path) => [path, 'export const a = 1']),
      ),
      {},
    ),
    [],
  ],
  [
    'what an unread module exports is not decided',
    ts("export * from './gone'; export const a = 1", "export * from './other'; export const a = 1"),
    [],
  ],
  // CommonJS.
  [
    'members that CommonJS assigns are exports',
    files(
      {
        'package.json': '{"name":"lib"}',
        'index.js': "module.exports = require('./lib/a')",
        'lib/a.js':
          'exports = module.exports = create; function create() {}; exports.old = function () {}; exports.kept = 1',
      },
      {
        'package.json': '{"name":"lib"}',
        'index.js': "module.exports = require('./lib/a')",
        'lib/a.js': 'module.exports = create; function create() {}; module.exports.kept = 1',
      },
    ),
    ['breaks removed old'],
  ],
  [
    'a parameter that plain JavaScript gains breaks nobody',
    files(
      { 'package.json': '{"name":"lib"}', 'index.js': 'exports.f = function (a) {}' },
      { 'package.json': '{"name":"lib"}', 'index.js': 'exports.f = (a, b) => {}' },
    ),
    [],
  ],
  // Meanings, not spellings.
  [
    'async with the same return type is no change',
    ts('export function f(): Promise<void> {}', 'export async function f(): Promise<void> {}'),
    [],
  ],
  [
    'function, arrow and const are the same',
    ts('export function f(a: string): void {}', 'export const f = (a: string): void => {}'),
    [],
  ],
  [
    'a return type that was inferred may be written',
    ts('export function f() { return 1 }', 'export function f(): number { return 1 }'),
    [],
  ],
  [
    'quotes, order and commas do not count',
    ts(
      "export type A = 'x' | 'y'; export interface I { a: 1; b: 2 }",
      'export type A = | "y" | "x"\nexport interface I { b: 2, a: 1 }',
    ),
    [],
  ],
  [
    'a renamed parameter is no change',
    ts('export function f(a: string): void {}', 'export function f(b: string): void {}'),
    [],
  ],
  [
    'Array<T> is T[]',
    ts('export function f(a: Array<string>): void {}', 'export function f(a: string[]): void {}'),
    [],
  ],
  [
    'an optional parameter may be added',
    ts('export function f(a: string): void {}', 'export function f(a: string, b = 1): void {}'),
    [],
  ],
  [
    'a required parameter may not',
    ts('export function f(a: string): void {}', 'export function f(a: string, b: number): void {}'),
    ['breaks changed f'],
  ],
  [
    'a wider parameter type is compatible',
    ts('export function f(a: string): void {}', 'export function f(a: string | number): void {}'),
    [],
  ],
  [
    'a narrower one breaks',
    ts('export function f(a: string | number): void {}', 'export function f(a: string): void {}'),
    ['breaks changed f'],
  ],
  [
    'a shorter union in a result is compatible',
    ts('export function f(): string | null {}', 'export function f(): string {}'),
    [],
  ],
  [
    'a result that may be missing breaks',
    ts('export function f(): string {}', 'export function f(): string | undefined {}'),
    ['breaks changed f'],
  ],
  [
    'a named type cannot be judged, so it may break',
    ts('export function f(a: A): void {}', 'export function f(a: B): void {}'),
    ['may break changed f'],
  ],
  [
    'a result that became a promise breaks',
    ts('export function f(): string {}', 'export async function f(): Promise<string> {}'),
    ['breaks changed f'],
  ],
  [
    'one overload that takes the call is enough',
    ts(
      'export function f(a: string): void {}',
      'export function f(a: string): void; export function f(a: number): void; export function f(a: any): void {}',
    ),
    [],
  ],
  [
    'an optional member may be added to options',
    ts('export interface FOptions { a: 1 }', 'export interface FOptions { a: 1; b?: 2 }'),
    ['changed changed FOptions'],
  ],
  [
    'a required one breaks',
    ts('export interface FOptions { a: 1 }', 'export interface FOptions { a: 1; b: 2 }'),
    ['breaks changed FOptions'],
  ],
  [
    'a member of inline options that became required breaks',
    ts('export function f(o: { a?: string }): void {}', 'export function f(o: { a: string }): void {}'),
    ['breaks changed f'],
  ],
  [
    'a value that left a union of strings breaks',
    ts("export type A = 'x' | 'y'", "export type A = 'x'"),
    ['breaks changed A'],
  ],
  [
    'an inherited member is still there',
    ts('export class A { m(): void {} }', 'class B { m(): void {} } export class A extends B {}'),
    [],
  ],
  [
    'a removed public method breaks, a private one does not',
    ts('export class A { m(): void {} private n(): void {} _o(): void {} #p = 1 }', 'export class A {}'),
    ['breaks removed A.m'],
  ],
  [
    'an interface and a type with the same members are the same',
    ts('export interface I { a: 1 }', 'export type I = { a: 1 }'),
    [],
  ],
  [
    'export = and a namespace are followed',
    files(
      {
        'package.json': '{"name":"lib","types":"index.d.ts"}',
        'index.d.ts': 'declare namespace N { const a: number; const b: number } export = N',
      },
      {
        'package.json': '{"name":"lib","types":"index.d.ts"}',
        'index.d.ts': 'declare namespace N { const a: number } export = N',
      },
    ),
    ['breaks removed b'],
  ],
  [
    'a deprecated export is told',
    ts('export const a = 1', '/** @deprecated */\nexport const a = 1'),
    ['changed deprecated a'],
  ],
  // Python.
  [
    'a removed public name of a module breaks',
    py('def f(): pass\ndef _g(): pass\n', ''),
    ['breaks removed f'],
  ],
  [
    '__all__ says what is public',
    py('__all__ = ["a"]\ndef a(): pass\ndef b(): pass\n', '__all__ = ["a"]\ndef a(): pass\n'),
    [],
  ],
  [
    'a method that a class of another module still has is inherited, however its base is named',
    files(
      {
        'pyproject.toml': '[project]\nname = "lib"\n',
        'lib/__init__.py': '',
        'lib/panels/__init__.py': 'class Panel:\n    def check(self): ...',
        'lib/files.py':
          'from lib import panels\nclass Files(panels.Panel):\n    def check(self): ...\n    def own(self): ...',
      },
      {
        'pyproject.toml': '[project]\nname = "lib"\n',
        'lib/__init__.py': '',
        'lib/panels/__init__.py': 'class Panel:\n    def check(self): ...',
        'lib/files.py': 'from lib import panels\nclass Files(panels.Panel): ...',
      },
    ),
    ['breaks removed Files.own'],
  ],
  ['a parameter with a default may be added', py('def f(a): pass\n', 'def f(a, *, b=1): pass\n'), []],
  ['a removed parameter breaks', py('def f(a, b=1): pass\n', 'def f(a): pass\n'), ['breaks changed f']],
  [
    'a parameter that **kwargs may take may break',
    py('def f(a, b=1): pass\n', 'def f(a, **kwargs): pass\n'),
    ['may break changed f'],
  ],
  [
    'a parameter that can only be passed by name breaks',
    py('def f(a, b=1): pass\n', 'def f(a, *, b=1): pass\n'),
    ['breaks changed f'],
  ],
  [
    'a renamed parameter whose old name is still taken at the end does not break',
    py('def f(a, pad=1, b=2): pass\n', 'def f(a, pad_to=1, b=2, pad=None): pass\n'),
    [],
  ],
  [
    'a new parameter before others breaks calls by position, another order of optional ones only may',
    py(
      'def f(a=1): pass\ndef g(a): pass\ndef h(a=1, b=2): pass\n',
      'def f(b=2, a=1): pass\ndef g(b, a): pass\ndef h(b=2, a=1): pass\n',
    ),
    ['breaks changed f', 'breaks changed g', 'may break changed h'],
  ],
  [
    'type hints and async stubs do not count',
    py('def f(a: t.List[int]) -> None: pass\n', 'def f(a: list[int]): pass\n'),
    [],
  ],
  [
    'overloads do not replace the definition',
    py(
      'def f(a=1): pass\n',
      '@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\ndef f(a=1): pass\n',
    ),
    [],
  ],
  [
    'a method of a base class is still there',
    py('class A:\n    def m(self): pass\n', 'class B:\n    def m(self): pass\nclass A(B): pass\n'),
    [],
  ],
  [
    'a name that another module declares and this one imports is still there',
    files(
      { 'setup.py': 'setup()', 'lib/__init__.py': 'from .a import f as f', 'lib/a.py': 'def f(x): pass' },
      {
        'setup.py': 'setup()',
        'lib/__init__.py': 'from .b import f as f',
        'lib/a.py': 'from .b import f',
        'lib/b.py': 'def f(x): pass',
      },
    ),
    [],
  ],
  [
    'a Python module beside a package is public only if a manifest ships it',
    files(
      {
        'setup.py': 'import helper\nhelper.run()\nsetup(packages=["lib"], py_modules=["single"])',
        'lib/__init__.py': '',
        'helper.py': 'def run(): pass',
        'single.py': 'def turn(): pass',
      },
      { 'setup.py': 'setup(packages=["lib"])', 'lib/__init__.py': '' },
    ),
    ['breaks removed turn'],
  ],
  [
    'a Python module without a package beside it is public',
    files({ 'setup.py': 'setup()', 'single.py': 'def turn(): pass' }, { 'setup.py': 'setup()' }),
    ['breaks removed turn'],
  ],
  [
    'the version that a package told breaks if it is gone, not if it is another one',
    files(
      {
        'setup.py': 'setup()',
        'lib/__init__.py':
          'from ._version import __version__, __version_info__\n__all__ = ["f"]\ndef f(): pass',
        'lib/_version.py': '__version_info__ = (1, 0)\n__version__ = "1.0"',
      },
      {
        'setup.py': 'setup()',
        'lib/__init__.py': '__all__ = ["f"]\n__version__ = metadata.version("lib")\ndef f(): pass',
      },
    ),
    ['breaks removed __version_info__'],
  ],
  [
    'an option that takes fewer kinds of values breaks, one that only loses undefined may',
    ts(
      'export interface DoorOptions { keys?: string | string[] }\nexport interface LampOptions { mode?: string | undefined }',
      'export interface DoorOptions { keys?: string }\nexport interface LampOptions { mode?: string }',
    ),
    ['breaks changed DoorOptions', 'may break changed LampOptions'],
  ],
  [
    'variables of setup.py are not public',
    files({ 'setup.py': 'version = 1\nsetup()' }, { 'setup.py': 'setup()' }),
    [],
  ],
  [
    'a package that moved below src keeps its import paths',
    files(
      { 'setup.py': '', 'lib/__init__.py': '', 'lib/a.py': 'def f(): pass' },
      { 'setup.py': '', 'src/lib/__init__.py': '', 'src/lib/a.py': 'def f(): pass' },
    ),
    [],
  ],
  // Go.
  ['a removed exported function breaks', go('func F() {}\nfunc g() {}', ''), ['breaks removed F']],
  [
    'names of results do not count, and interface{} is any',
    go('func F(a interface{}) (n int, err error) { return }', 'func F(b any) (int, error) { return 0, nil }'),
    [],
  ],
  ['a variadic parameter may break', go('func F() {}', 'func F(o ...int) {}'), ['may break changed F']],
  ['another parameter type breaks', go('func F(a int) {}', 'func F(a string) {}'), ['breaks changed F']],
  [
    'a parameter that takes anything is compatible',
    go('func F(a int) {}', 'func F(a any) {}'),
    ['changed changed F'],
  ],
  ['an alias is the same type', go('func F(a []string) {}', 'type S = string\nfunc F(a []S) {}'), []],
  [
    'a removed method or field breaks',
    go('type T struct { A int; b int }\nfunc (t *T) M() {}', 'type T struct { b int }'),
    ['breaks removed T.A', 'breaks removed T.M'],
  ],
  [
    'an embedded type still offers its methods',
    go('type T struct{}\nfunc (t T) M() {}', 'type B struct{}\nfunc (b B) M() {}\ntype T struct { B }'),
    [],
  ],
  [
    'a method that an interface gained may break',
    go('type I interface { A() }', 'type I interface { A(); B() }'),
    ['may break added I.B'],
  ],
  [
    'internal packages, commands and tests are not public',
    files(
      {
        'go.mod': 'module lib',
        'internal/a.go': 'package a\nfunc F() {}',
        'cmd/x/main.go': 'package main\nfunc F() {}',
        'a_test.go': 'package lib\nfunc F() {}',
        'lib.go': 'package lib',
      },
      { 'go.mod': 'module lib', 'lib.go': 'package lib' },
    ),
    [],
  ],
  [
    'a move between files of one package is no change',
    files(
      { 'a.go': 'package lib\nfunc F() {}', 'b.go': 'package lib' },
      { 'a.go': 'package lib', 'b.go': 'package lib\nfunc F() {}' },
    ),
    [],
  ],
  // Other surfaces.
  [
    'a higher Node.js version breaks',
    files(
      { 'package.json': manifest({ engines: { node: '>=18' } }) },
      { 'package.json': manifest({ engines: { node: '>=20' } }) },
    ),
    ['breaks changed Node.js'],
  ],
  [
    'a lower one does not',
    files(
      { 'package.json': manifest({ engines: { node: '>=20' } }) },
      { 'package.json': manifest({ engines: { node: '>=18' } }) },
    ),
    ['changed changed Node.js'],
  ],
  [
    'a new peer dependency breaks',
    files(
      { 'package.json': manifest() },
      { 'package.json': manifest({ peerDependencies: { react: '^19' } }) },
    ),
    ['breaks added react'],
  ],
  [
    'a wider peer range does not',
    files(
      { 'package.json': manifest({ peerDependencies: { react: '^18' } }) },
      { 'package.json': manifest({ peerDependencies: { react: '^18 || ^19' } }) },
    ),
    ['changed changed react'],
  ],
  [
    'ES modules alone break require',
    files(
      { 'package.json': manifest({ types: undefined, main: 'index.js' }), 'index.js': '' },
      { 'package.json': manifest({ types: undefined, main: 'index.js', type: 'module' }), 'index.js': '' },
    ),
    ['breaks changed lib'],
  ],
  [
    'a higher go directive breaks',
    files({ 'go.mod': 'module a\n\ngo 1.21\n' }, { 'go.mod': 'module a\n\ngo 1.23.0\n' }),
    ['breaks changed Go'],
  ],
  [
    'a method that subclasses have to write may still be called in the old form',
    py(
      'class Grant:\n    def config(self, grant):\n        """Write it."""\n        raise NotImplementedError()\n    def key(self, grant):\n        return grant\n',
      'class Grant:\n    def config(self, grant, client):\n        """Write it."""\n        raise NotImplementedError()\n    def key(self, grant, client):\n        return grant\n',
    ),
    ['may break changed Grant.config', 'breaks changed Grant.key'],
  ],
  [
    'a tuple with another number of values breaks those who unpack the result',
    py(
      'def pair(a) -> Tuple[str, Optional[int]]: pass\ndef list(a) -> tuple[int, ...]: pass\ndef one(a) -> int: pass\n',
      'def pair(a) -> Tuple[str, Optional[int], Set[int]]: pass\ndef list(a) -> tuple[int, int]: pass\ndef one(a) -> tuple[int, int]: pass\n',
    ),
    ['breaks changed pair'],
  ],
  [
    'what only a pattern for every file exports may break, in other entries it breaks',
    files(
      {
        'package.json': everyFile,
        'src/index.ts': 'export const a: string = "";',
        'src/inner.ts': 'export const b: string = "";',
      },
      {
        'package.json': everyFile,
        'src/index.ts': 'export const c: string = "";',
        'src/inner.ts': 'export const d: string = "";',
      },
    ),
    ['breaks removed a', 'may break removed b'],
  ],
  [
    'dependencies of a private package beside a public one are those of its website',
    files(
      { 'package.json': manifest(), 'site/package.json': site('^18.0.0') },
      { 'package.json': manifest(), 'site/package.json': site('^19.0.0') },
    ),
    [],
  ],
  [
    'another path of a Go module breaks every import of it',
    files(
      {
        'go.mod': 'module example.org/lib\n',
        'lib.go': 'package lib\nfunc F() {}',
        'tool/go.mod': 'module example.org/lib/tool\n',
      },
      {
        'go.mod': 'module example.org/lib/v2\n',
        'lib.go': 'package lib\nfunc F() { G() }\nfunc G() {}',
        'tool/go.mod': 'module example.org/lib/tool\n',
      },
    ),
    ['breaks changed Go module path'],
  ],
  [
    'a Go package without any file left breaks, one that is a program now is uncertain',
    files(
      {
        'lib.go': 'package lib\nfunc F() {}',
        'a/a.go': 'package a\nfunc A() {}',
        'b/b.go': 'package b\nfunc B() {}',
        'internal/c/c.go': 'package c\nfunc C() {}',
      },
      { 'lib.go': 'package lib\nfunc F() {}', 'b/b.go': 'package main\nfunc main() {}' },
    ),
    ['breaks removed a'],
  ],
  [
    'a type of another major version of an import breaks; packages of the own module and unexported fields do not',
    files(
      {
        'go.mod': 'module example.org/lib\n',
        'lib.go':
          'package lib\nimport (\n"example.org/lib/part"\n"github.com/x/regexp2"\n"gopkg.in/yaml.v2"\n)\ntype Rule struct {\nRegexp *regexp2.Regexp\n' +
          'Part part.Part\nnode yaml.Node\n}\nfunc F(r *regexp2.Regexp) {}',
      },
      {
        'go.mod': 'module example.org/lib/v2\n',
        'lib.go':
          'package lib\nimport (\n"example.org/lib/v2/part"\n"github.com/x/regexp2/v2"\n"gopkg.in/yaml.v3"\n)\ntype Rule struct {\nRegexp *regexp2.Regexp\n' +
          'Part part.Part\nnode yaml.Node\n}\nfunc F(r *regexp2.Regexp) {}',
      },
    ),
    ['breaks changed Go module path', 'breaks changed Rule.Regexp'],
  ],
  [
    'another path of a Go program breaks nothing, because nobody imports it',
    files({ 'go.mod': 'module example.org/tool\n' }, { 'go.mod': 'module example.org/tool/v2\n' }),
    ['changed changed Go module path'],
  ],
  [
    'what was any and is unknown now breaks its readers, not those who write it',
    ts(
      'export interface Place { state: any } export interface PlaceOptions { state: any } export function read(a: any): Promise<any>;',
      'export interface Place { state: unknown } export interface PlaceOptions { state: unknown } export function read(a: unknown): Promise<unknown>;',
    ),
    ['breaks changed Place', 'breaks changed read'],
  ],
  [
    'an attribute that only a constructor sets breaks if its package lists the class, and may otherwise',
    files(
      {
        'pyproject.toml': '[project]\nname = "lib"\n',
        'lib/__init__.py': 'from .core import State, Other\n__all__ = ["State"]',
        'lib/core.py':
          'class State:\n    def __init__(self):\n        self.src = ""\n        self.strong: bool = False\n        self._own = 1\n' +
          '        self.kept, self.held = 1, 2\n    def run(self):\n        self.last = 1\nclass Other:\n    def __init__(self):\n        if x:\n' +
          '            self.deep = 1',
      },
      {
        'pyproject.toml': '[project]\nname = "lib"\n',
        'lib/__init__.py': 'from .core import State, Other\n__all__ = ["State"]',
        'lib/core.py':
          'class State:\n    src: str\n    def __init__(self):\n        self.reset()\n        self.fresh = 1\n    def reset(self):\n        self.kept = 1\n' +
          '    def run(self): ...\n    @property\n    def held(self): ...\nclass Other:\n    pass',
      },
    ),
    ['may break removed Other.deep', 'breaks removed State.strong'],
  ],
  [
    'a higher Python version breaks',
    files(
      { 'pyproject.toml': '[project]\nrequires-python = ">=3.8"\n' },
      { 'pyproject.toml': '[project]\nrequires-python = ">=3.9"\n' },
    ),
    ['breaks changed Python'],
  ],
  [
    'setup.cfg says it too',
    files(
      { 'setup.cfg': '[options]\npython_requires = >=3.8\n' },
      { 'setup.cfg': '[options]\npython_requires = >=3.9\n' },
    ),
    ['breaks changed Python'],
  ],
  [
    'a route of an application that is gone breaks',
    files({ 'app.js': "app.get('/a', f)" }, { 'app.js': "app.post('/a', f)" }),
    ['breaks removed GET /a'],
  ],
  [
    'another name of a parameter is the same route',
    files({ 'app.js': "app.get('/a/:id', f)" }, { 'app.js': "app.get('/a/:key', f)" }),
    ['changed changed GET /a/:key'],
  ],
  [
    'routes of Next.js are named by their files',
    files(
      { 'app/api/[id]/route.ts': 'export async function GET() {}' },
      { 'app/api/[id]/route.ts': 'export async function POST() {}' },
    ),
    ['breaks removed GET /api/:id'],
  ],
  [
    'an option of pflag that is gone breaks',
    files(
      { 'main.go': 'package main\nfunc main() { cmd.Flags().StringVarP(&a, "name", "n", "", "x") }' },
      { 'main.go': 'package main\nfunc main() {}' },
    ),
    ['breaks removed --name'],
  ],
  [
    'a migration that drops breaks, one that tightens may',
    files(
      { x: '' },
      {
        x: '',
        'migrations/1.sql': 'alter table a drop column b; alter table a alter column c set not null;',
      },
    ),
    ['may break added alter table a alter column c set not null', 'breaks added alter table a drop column b'],
  ],
];

for (const [guarantee, versions, expected] of pairs)
  test(guarantee, async () => {
    assert.deepEqual(await verdicts(...versions), expected);
  });

const declarations = [
  'export function f(a: string, b?: number): void {}',
  "export type U = 'x' | 'y';",
  'export interface I { a: string; b?: number }',
  'export class C { m(a: string): void {} get g(): number { return 1 } }',
  'export const c = (a: number): string => String(a);',
  'export enum E { A = 1, B = 2 }',
];

test('reordered, reformatted and commented declarations, and renamed internals, change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(declarations, { minLength: declarations.length }),
      fc.constantFrom('\n', '\n\n\n', '\n// words\n', '\n/* words */ '),
      fc.stringMatching(/^[a-z]{1,8}$/),
      async (shuffled, separator, name) => {
        const before = `const inner = 1;\n${declarations.join('\n')}`;
        const after = `const _${name} = 1;\n${shuffled.join(separator).replaceAll(': ', ' :  ').replaceAll('{ ', '{\n')}`;
        assert.deepEqual(await verdicts(...ts(before, after)), []);
      },
    ),
    { numRuns: 60 },
  );
});

test('removing any one declaration breaks exactly that one', async () => {
  for (const [index, declaration] of declarations.entries()) {
    const name = /(?:function|type|interface|class|const|enum) (\w+)/.exec(declaration)?.[1];
    const rest = declarations.filter((_, other) => other !== index).join('\n');
    assert.deepEqual(await verdicts(...ts(declarations.join('\n'), rest)), [`breaks removed ${name}`]);
  }
});

test('source that no parser can read is not judged', async () => {
  for (const hostile of ['['.repeat(100_000), 'export const a = ;;; }{', '`'.repeat(10_001)])
    assert.deepEqual(await verdicts(...ts('export const a = 1', hostile)), []);
});
