import type { Grade, Verdict } from '../grade.ts';

export type ExampleLanguage = 'ts' | 'py' | 'go';

/** `$1` to `$3` stand for names and types; the example has two versions of a source and what is found: `breaks A.f`. */
type DeclarationRule = [reason: string, of: ExampleLanguage, before: string, after: string, finds: string];

/** Why a change of a declaration breaks callers; declaration-rules.test.ts checks every example. */
export const declarationRules = {
  parameterGone: ['the parameter $1 is gone', 'go', 'func F(a int) {}', 'func F() {}', 'breaks F'],
  newParameter: ['the new parameter $1 is required', 'go', 'func F() {}', 'func F(a int) {}', 'breaks F'],
  parameterRequired: ['the parameter $1 is required now', 'py', 'def f(a=1): 0', 'def f(a): 0', 'breaks f'],
  parameterMoved: [
    'the parameter $1 has another position',
    'py',
    'def f(a, b): 0',
    'def f(b, a): 0',
    'may break f',
  ],
  parameterRenamed: ['the parameter $1 is called $2 now', 'py', 'def f(a): 0', 'def f(b): 0', 'may break f'],
  onlyByName: [
    'the parameter $1 can only be passed by name',
    'py',
    'def f(a): 0',
    'def f(*, a): 0',
    'breaks f',
  ],
  restGone: ['it does not take $1 any more', 'py', 'def f(*args): 0', 'def f(): 0', 'may break f'],
  lastParameter: ['its last parameter changed', 'go', 'func F(a ...int) {}', 'func F(a int) {}', 'breaks F'],
  moreArguments: [
    'it takes more arguments, so that its function type is another',
    'go',
    'func F() {}',
    'func F(a ...int) {}',
    'may break F',
  ],
  otherParameter: [
    'the parameter $1 takes $2 instead of $3',
    'ts',
    'export function f(a: string): void {}',
    'export function f(a: number): void {}',
    'breaks f',
  ],
  otherMember: [
    '$1.$2 $3',
    'ts',
    'export function f(a: { b?: string }): void {}',
    'export function f(a: { b: string }): void {}',
    'breaks f',
  ],
  otherResult: [
    'it returns $1 instead of $2',
    'ts',
    'export function f(): string {}',
    'export function f(): number {}',
    'breaks f',
  ],
  otherResults: ['it returns $1', 'go', 'func F() int {}', 'func F() {}', 'breaks F'],
  otherTuple: [
    'it returns $1 values instead of $2',
    'py',
    'def f() -> tuple[int, int]: 0',
    'def f() -> tuple[int, int, int]: 0',
    'breaks f',
  ],
  promise: [
    'it returns a promise now',
    'ts',
    'export function f(): string {}',
    'export function f(): Promise<string> {}',
    'breaks f',
  ],
  otherTypeParameters: [
    'it has other type parameters',
    'ts',
    'export function f<T>(a: T): void {}',
    'export function f<T, U>(a: T): void {}',
    'may break f',
  ],
  fewerArguments: [
    'it is called with $1 instead of $2 arguments',
    'ts',
    'export type Handler = (a: string, b: string) => void',
    'export type Handler = (a: string) => void',
    'breaks Handler',
  ],
  otherArgument: [
    'the argument $1 is $2 instead of $3',
    'ts',
    'export type Handler = (a: string) => void',
    'export type Handler = (a: number) => void',
    'breaks Handler',
  ],
  otherAnswer: [
    'it has to return $1 instead of $2',
    'ts',
    'export type Handler = () => string',
    'export type Handler = () => number',
    'may break Handler',
  ],
  otherType: ['the type $1 became $2', 'go', 'func F(a int) {}', 'func F(a string) {}', 'breaks F'],
  otherKind: ['the $1 became a $2', 'ts', 'export const a: number = 1', 'export function a() {}', 'breaks a'],
  otherGoKind: ['it is $1 now, no longer $2', 'go', 'type A struct{}', 'type A interface{}', 'breaks A'],
  otherNumberOfTypes: [
    'it has another number of type parameters',
    'go',
    'type A[T any] struct{ B T }',
    'type A[T, U any] struct{ B T }',
    'breaks A',
  ],
  leftUnion: ['$1 left the union', 'ts', 'export type A = "a" | "b"', 'export type A = "a"', 'breaks A'],
  coroutine: ['it is a coroutine now', 'py', 'def f() -> int: 0', 'async def f() -> int: 0', 'breaks f'],
  noCoroutine: [
    'it is no coroutine any more',
    'py',
    'async def f() -> int: 0',
    'def f() -> int: 0',
    'breaks f',
  ],
  memberGone: ['$1 was removed', 'ts', 'export class A { b() {} }', 'export class A {}', 'breaks A.b'],
  memberElsewhere: [
    '$1 is not declared here any more',
    'ts',
    'export class A { b() {} }',
    'export class A extends B {}',
    'may break A.b',
  ],
  memberInternal: [
    '$1 is internal now',
    'ts',
    'export class A { b() {} }',
    'export class A { /** @internal */ b() {} }',
    'may break A.b',
  ],
  becameMethod: [
    'it is a method now',
    'py',
    'class A:\n  @property\n  def b(self): 0',
    'class A:\n  def b(self): 0',
    'breaks A.b',
  ],
  becameProperty: [
    'it is a property now',
    'py',
    'class A:\n  def b(self): 0',
    'class A:\n  @property\n  def b(self): 0',
    'breaks A.b',
  ],
  memberRequired: [
    'it is required now',
    'ts',
    'export interface Options { b?: string }',
    'export interface Options { b: string }',
    'breaks Options',
  ],
  memberNotOptional: [
    'it is not optional any more',
    'ts',
    'export interface A { b?: string }',
    'export interface A { b: string }',
    'may break A',
  ],
  mayBeMissing: [
    'it may be missing now',
    'ts',
    'export interface A { b: string }\nexport const f = (): A => 0',
    'export interface A { b?: string }\nexport const f = (): A => 0',
    'breaks A',
  ],
  newRequired: [
    '$1 is new and required',
    'ts',
    'export interface Options {}',
    'export interface Options { b: string }',
    'breaks Options',
  ],
  newMethod: [
    'implementations need $1',
    'go',
    'type A interface{ B() }',
    'type A interface{ B(); C() }',
    'may break A.C',
  ],
} satisfies Record<string, DeclarationRule>;

export const verdictOf = (
  grade: Grade,
  rule: keyof typeof declarationRules,
  ...of: (string | number | undefined)[]
): Verdict => ({
  grade,
  reason: declarationRules[rule][0].replace(/\$(\d)/g, (_, at) => String(of[Number(at) - 1])),
});
