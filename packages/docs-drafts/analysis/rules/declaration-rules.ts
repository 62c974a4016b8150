import type { Grade, Verdict } from '../grade.ts';

/**
 * `$1` to `$3` stand for names and types. The example is a source of Python or Go, one of TypeScript behind `export`, or the
 * file of a path, with what it has before and after as `‹before→after›`, and what is found: `breaks A.f`.
 */
type DeclarationRule = [reason: string, of: string, example: string, finds: string];

/** Why a change of a declaration, package or setting breaks callers; declaration-rules.test.ts checks every example. */
export const declarationRules = {
  parameterGone: ['the parameter $1 is gone', 'go', 'func F(‹a int→›) {}', 'breaks F'],
  newParameter: ['the new parameter $1 is required', 'go', 'func F(‹→a int›) {}', 'breaks F'],
  parameterRequired: ['the parameter $1 is required now', 'py', 'def f(a‹=1→›): 0', 'breaks f'],
  parameterMoved: ['the parameter $1 has another position', 'py', 'def f(‹a, b→b, a›): 0', 'may break f'],
  parameterRenamed: ['the parameter $1 is called $2 now', 'py', 'def f(‹a→b›): 0', 'may break f'],
  onlyByName: ['the parameter $1 can only be passed by name', 'py', 'def f(‹→*, ›a): 0', 'breaks f'],
  restGone: ['it does not take $1 any more', 'py', 'def f(‹*args→›): 0', 'may break f'],
  lastParameter: ['its last parameter changed', 'go', 'func F(a ‹...→›int) {}', 'breaks F'],
  moreArguments: [
    'it takes more arguments, so that its function type is another',
    'go',
    'func F(‹→a ...int›) {}',
    'may break F',
  ],
  otherParameter: ['the parameter $1 takes $2 instead of $3', 'ts', 'function f(a: ‹1→2›) {}', 'breaks f'],
  otherMember: ['$1.$2 $3', 'ts', 'function f(a: { b‹?→›: string }): void {}', 'breaks f'],
  otherResult: ['it returns $1 instead of $2', 'ts', 'function f(): ‹string→number› {}', 'breaks f'],
  otherResults: ['it returns $1', 'go', 'func F() ‹int →›{}', 'breaks F'],
  otherTuple: ['it returns $1 values instead of $2', 'py', 'def f() -> tuple[int‹→, int›]: 0', 'breaks f'],
  promise: ['it returns a promise now', 'ts', 'function f(): ‹string→Promise<string>› {}', 'breaks f'],
  otherTypeParameters: ['it has other type parameters', 'ts', 'function f<T‹→, U›>() {}', 'may break f'],
  fewerArguments: [
    'it is called with $1 instead of $2 arguments',
    'ts',
    'type Hook = (a: 1‹, b: 2→›) => void',
    'breaks Hook',
  ],
  otherArgument: ['the argument $1 is $2 instead of $3', 'ts', 'type Hook = (a: ‹1→2›) => 0', 'breaks Hook'],
  otherAnswer: ['it has to return $1 instead of $2', 'ts', 'type Hook = () => ‹1→2›', 'may break Hook'],
  otherType: ['the type $1 became $2', 'go', 'func F(a ‹int→string›) {}', 'breaks F'],
  otherKind: ['the $1 became a $2', 'ts', '‹const a: number = 1→function a() {}›', 'breaks a'],
  otherGoKind: ['it is $1 now, no longer $2', 'go', 'type A ‹struct→interface›{}', 'breaks A'],
  otherArity: ['it has another number of type parameters', 'go', 'type A[T‹→, U› any] int', 'breaks A'],
  leftUnion: ['$1 left the union', 'ts', 'type A = "a"‹ | "b"→›', 'breaks A'],
  coroutine: ['it is a coroutine now', 'py', '‹→async ›def f() -> int: 0', 'breaks f'],
  noCoroutine: ['it is no coroutine any more', 'py', '‹async →›def f() -> int: 0', 'breaks f'],
  memberGone: ['$1 was removed', 'ts', 'class A {‹ b() {} →›}', 'breaks A.b'],
  elsewhere: ['$1 is not declared here any more', 'ts', 'class A ‹{ b() {} →extends B {›}', 'may break A.b'],
  memberInternal: ['$1 is internal now', 'ts', 'class A { ‹→/** @internal */ ›b() {} }', 'may break A.b'],
  becameMethod: ['it is a method now', 'py', 'class A:\n  ‹@property\n  →›def b(self): 0', 'breaks A.b'],
  becameProperty: ['it is a property now', 'py', 'class A:\n  ‹→@property\n  ›def b(self): 0', 'breaks A.b'],
  memberRequired: ['it is required now', 'ts', 'interface Options { b‹?→›: string }', 'breaks Options'],
  memberNotOptional: ['it is not optional any more', 'ts', 'interface A { b‹?→›: string }', 'may break A'],
  mayBeMissing: ['it may be missing now', 'ts', 'interface A { b‹→?›: 1 }\nexport const a: A', 'breaks A'],
  newRequired: ['$1 is new and required', 'ts', 'interface Options {‹→ b: string ›}', 'breaks Options'],
  newMethod: ['implementations need $1', 'go', 'type A interface{ B()‹→; C()› }', 'may break A.C'],
  baseGone: ['it does not inherit from $1 any more', 'py', 'import b\n\nclass A(‹b.B→›): 0', 'breaks A'],
  goneFromPackage: ['$1 does not export it any more', 'ts', '‹function f() {}→const g = 1›', 'breaks f'],
  goneFromGoPackage: ['the package does not export it any more', 'go', '‹func F() {}→›', 'breaks F'],
  goneFromModule: ['the module does not have it any more', 'py', '‹def f(): 0→›', 'breaks f'],
  inOtherModule: ['it is declared in another module now', 'lib/core.py', 'a = 1\n‹def m(): 0→›', 'breaks m'],
  goPackageGone: ['the package cannot be imported any more', 'sub/sub.go', '‹package sub→›', 'breaks sub'],
  split: ['it is a separate module, which has to be required$1', 'sub/go.mod', '‹→module s›', 'breaks sub'],
  importedType: ['it has a type of $1, no longer of $2$3', 'go', 'import "a/b‹→/v2›"\nvar V b.A', 'breaks V'],
  onlyModule: [
    'it is an ES module, so that older versions of Node.js cannot require it',
    'package.json',
    '{ "name": "lib", "main": "src/index.js"‹→, "type": "module"› }',
    'breaks lib',
  ],
  pathGone: [
    'the package does not export this path any more',
    'package.json',
    '{ "name": "lib", "exports": { ".": "./src/index.js"‹, "./b": "./src/index.js"→› } }',
    'breaks lib/b',
  ],
  migrationRemoves: [
    'the migration removes or renames something',
    'db/1.sql',
    '‹→DROP TABLE a;›',
    'breaks drop table a',
  ],
  migrationRefuses: [
    'the migration refuses some data',
    'db/1.sql',
    '‹→ALTER TABLE a ADD UNIQUE (b);›',
    'may break alter table a add unique (b)',
  ],
  operationGone: [
    'the operation was removed',
    'openapi.json',
    '{ "paths": { "/a": {‹ "get": {} →›} } }',
    'breaks GET /a',
  ],
  routeGone: ['the route is not registered any more', 'app.js', '‹app.get("/a", f)→›', 'may break GET /a'],
  flagGone: ['the option is not defined any more', 'a.js', '‹program.option("--port")→›', 'may break --port'],
  variableGone: [
    'the variable is not read here any more',
    'a.py',
    '‹import os\nurl = os.environ["A_URL"]→›',
    'may break A_URL',
  ],
  goPath: ['imports need the path $1 instead of $2', 'go.mod', 'module lib‹→/v2›', 'breaks Go module path'],
  newGoPath: ['imports need the path $1', 'go.mod', '‹→module lib/v2›', 'breaks Go module path'],
  peer: ['$1 has to be installed too', 'package.json', '{‹→ "peerDependencies": { "a": "1" } ›}', 'breaks a'],
  newerPeer: ['$1 $2 is needed', 'package.json', '{ "peerDependencies": { "a": "^‹1→2›" } }', 'breaks a'],
  newerMinimum: ['$1 $2 is needed instead of $3', 'go.mod', 'module lib\n\ngo 1.2‹1→2›', 'breaks Go'],
  nameRequired: [
    '$1 is required now',
    'openapi.json',
    '{ "paths": { "/a": { "get": { "parameters": [{ "name": "b", "in": "query"‹→, "required": true› }] } } } }',
    'breaks GET /a',
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
