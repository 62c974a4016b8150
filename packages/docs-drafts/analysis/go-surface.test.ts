import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crosswise, type Files, files, go, verdicts } from '../two-versions.support.ts';

const withModule = (more: Files): Files => ({ 'go.mod': 'module lib\n\ngo 1.22\n', ...more });
const generator = '//go:build ignore\n\npackage main\n\ntype Row C.row\n\nfunc main() {}\n';

const tangle = crosswise((name, bases) => `type ${name} struct {\n${bases.join('\n')}\n}`);

const pairs: [guarantee: string, versions: [Files, Files], expected: string[]][] = [
  [
    'structs that embed each other crosswise are compared in time',
    go(`${tangle}\ntype Top struct {\nA19\nX int\n}`, `${tangle}\ntype Top struct {\nA19\n}`),
    ['breaks removed Top.X'],
  ],
  [
    'a struct that became an interface breaks',
    go('type A struct{}', 'type A interface{}'),
    ['breaks changed A'],
  ],
  [
    'a type with another number of type parameters breaks; another constraint is not judged',
    go(
      'type A struct{}\ntype B[K comparable] struct{}\ntype C [4]byte',
      'type A[T any] struct{}\ntype B[K any] struct{}\ntype C [4]byte',
    ),
    ['breaks changed A'],
  ],
  [
    'a type of the same name from another module is another type',
    go(
      'import "encoding/json"\nimport "io"\ntype A map[string]json.RawMessage\nfunc F(r io.Reader, m json.RawMessage) {}',
      'import "lib/internal/json"\nimport "io"\ntype A map[string]json.RawMessage\nfunc F(r io.Reader, m json.RawMessage) {}',
    ),
    ['breaks changed A'],
  ],
  [
    'the context of golang.org/x is an alias of that of the standard library',
    go(
      'import "golang.org/x/net/context"\nfunc F(ctx context.Context) {}',
      'import "context"\nfunc F(ctx context.Context) {}',
    ),
    [],
  ],
  [
    'a generator that no build takes does not hide the package beside it',
    files(
      withModule({
        'gen.go': generator,
        'lib.go': 'package lib\nfunc A() {}\nfunc B() {}\ntype Row struct{}',
      }),
      withModule({ 'gen.go': generator, 'lib.go': 'package lib\nfunc A() {}\ntype Row struct{}' }),
    ),
    ['breaks removed B'],
  ],
  [
    'what only builds for rare platforms declare may break',
    files(
      withModule({ 'lib_openbsd_arm.go': 'package lib\ntype A struct { B int }' }),
      withModule({ 'lib_openbsd_arm.go': 'package lib\ntype A struct {}' }),
    ),
    ['may break removed A.B'],
  ],
];

for (const [guarantee, versions, expected] of pairs)
  test(guarantee, async () => {
    assert.deepEqual(await verdicts(...versions), expected);
  });
