import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { readTypeScriptExports } from './typescript-exports.ts';

const root = path.resolve(import.meta.dirname, '../../..');

test('export names agree with oxc-parser on the source of Docket and of its dependencies', () => {
  const files = globSync(
    [
      '{src,test,scripts,sdk}/**/*.ts',
      'node_modules/{typebox,fastify,undici,pino,ajv,@types,@fastify}/**/*.{d.ts,d.mts,mjs}',
    ],
    { cwd: root },
  );
  let names = 0;
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const parsed = parseSync(file, source);
    if (parsed.errors.length > 0 || source.length > 300_000) continue;
    const expected = parsed.module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName, moduleRequest }) =>
        exportName.kind === 'Default' ? 'default' : (exportName.name ?? `* from ${moduleRequest?.value}`),
      ),
    );
    const found = readTypeScriptExports(source).map(({ name }) => name);
    assert.deepEqual(found.filter((name) => name !== 'export =').sort(), [...new Set(expected)].sort(), file);
    names += expected.length;
  }
  assert.ok(names > 2_000, `only ${names} names were compared`);
});

test('a signature is one canonical line, whatever the layout of the source', () => {
  const signatureOf = (source: string) => readTypeScriptExports(source)[0]?.signature;
  for (const [source, signature] of [
    [
      'export function f(\n  a: string,\n  b?: number, // why\n): Promise<{ x: 1 }> { return 1 as any }',
      'function f(a: string, b?: number): Promise<{ x: 1 }>',
    ],
    [
      'export async function* g<T>(this: A, ...rest: T[]): AsyncGenerator<T> {}',
      'async function* g<T>(this: A, ...rest: T[]): AsyncGenerator<T>',
    ],
    [
      'export const h = async <A, B>(a: A, b: B): Promise<B> => b;',
      'const h = async <A, B>(a: A, b: B): Promise<B> => …',
    ],
    ['export const list = ["a", "b"] as const;', 'const list = ["a", "b"] as const'],
    ['export const n: Map<string, number> = new Map()', 'const n: Map<string, number>'],
    ['export const secret = compute({ a: 1 }, "x")', 'const secret'],
    ['export type T =\n  | "a"\n  | "b"\nconst other = 1', 'type T = "a" | "b"'],
    ['export type F = (a: string) => void\nexport const z = 1', 'type F = (a: string) => void'],
    ['export default function (a) {}', 'function default(a)'],
    ['function inner(a: 1): 2 { return 2 }\nexport { inner as outer }', 'function inner(a: 1): 2'],
    ["export { a as b } from './c'", "export { a as b } from './c'"],
    ['export enum E { A, B = 2, }', 'enum E { A, B = 2 }'],
    [
      'export abstract class C<T> extends D<T> implements I {\n private x = 1\n}',
      'abstract class C<T> extends D<T> implements I',
    ],
  ] as const) {
    assert.equal(signatureOf(source), signature, source);
  }
});

test('only public members of a class are read', () => {
  const [item] = readTypeScriptExports(`export class A {
    private hidden = 1; #own = 2; protected also(): void {}
    readonly size: number = 3;
    static of(x: string): A { return new A() }
    get name(): string { return '' }
    async run<T>(work: () => T): Promise<T> { return work() }
    constructor(private readonly x: string) {}
  }`);
  assert.deepEqual(item?.members, {
    'readonly size': 'readonly size: number',
    'static of': 'static of(x: string): A',
    'get name': 'get name(): string',
    'async run': 'async run<T>(work: () => T): Promise<T>',
    constructor: 'constructor(private readonly x: string)',
  });
});

test('@deprecated applies to the export that follows it', () => {
  const items = readTypeScriptExports('/** @deprecated use b */\nexport const a = 1;\nexport const b = 2;');
  assert.deepEqual(
    items.map(({ name, isDeprecated }) => [name, isDeprecated ?? false]),
    [
      ['a', true],
      ['b', false],
    ],
  );
});

test('exports of CommonJS modules are read', () => {
  const names = (source: string) => readTypeScriptExports(source, true).map(({ name }) => name);
  assert.deepEqual(
    names('module.exports = { a, b: 1, async c() {}, "d": 2 };\nexports.e = () => 1;\nmodule.exports.f = f;'),
    ['a', 'b', 'c', 'd', 'e', 'f'],
  );
});

test('invalid source is read to its end without failing and has no exports', () => {
  const strange = [
    '('.repeat(50_000),
    'export type A<'.repeat(5_000),
    '`${'.repeat(20_000),
    "'".repeat(50_000),
    'export const a = x<'.repeat(3_000),
    'export {\n'.repeat(10_000),
    '\u0000\u0001',
    '/*',
    '`',
    '"\\'.repeat(20_000),
  ];
  for (const source of strange) assert.ok(readTypeScriptExports(source).length <= 1);
});
