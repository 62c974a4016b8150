import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crosswise, type Files, files, py, verdicts } from '../two-versions.support.ts';

const withPackage = (more: Files): Files => ({ 'pyproject.toml': '[project]\nname = "lib"\n', ...more });
const setup = (range: string): Files => ({
  'setup.py': `setup(\n  python_requires="${range}",\n)`,
  'lib/__init__.py': '',
});

const tangle = crosswise((name, bases) => `class ${name}(${bases.join()}): pass`);

const pairs: [guarantee: string, versions: [Files, Files], expected: string[]][] = [
  [
    'classes that inherit from each other crosswise are compared in time',
    py(`${tangle}\nclass Top(A19): x = 1\n`, `${tangle}\nclass Top(A19): pass\n`),
    ['breaks removed Top.x'],
  ],
  [
    'a new parameter before others breaks, unless these are private',
    py(
      'def a(x, y=1): pass\ndef b(x, _y=1): pass\n',
      'def a(x, new=1, y=1): pass\ndef b(x, new=1, _y=1): pass\n',
    ),
    ['breaks changed a'],
  ],
  [
    'an exception that is no ValueError any more is not caught as one',
    py('class E(ValueError): pass\n', 'class E(RuntimeError): pass\n'),
    ['breaks changed E'],
  ],
  [
    'an exception below a narrower one is still caught as the wider one',
    py('class E(LookupError): pass\n', 'class E(KeyError): pass\n'),
    [],
  ],
  [
    'a class that left the class of another package breaks, one that has another such class may',
    py(
      'from other import Term as T\nfrom other import Old\nclass A(T): pass\nclass B(Old): pass\n',
      'from other import New\nclass A: pass\nclass B(New): pass\n',
    ),
    ['breaks changed A', 'may break changed B'],
  ],
  [
    'a base of another package that is imported by another name is the same',
    py('from other import Term as T\nclass A(T): pass\n', 'import other\nclass A(other.Term): pass\n'),
    [],
  ],
  [
    'a property that became a method breaks, and the other way round',
    py(
      'class A:\n  @property\n  def a(self): return 1\n  def b(self): return 1\n',
      'class A:\n  def a(self): return 1\n  @property\n  def b(self): return 1\n',
    ),
    ['breaks changed A.a', 'breaks changed A.b'],
  ],
  [
    'a function with a known result that became a coroutine breaks; one that could be awaited before does not',
    py(
      'def a() -> int: ...\ndef b() -> Awaitable[int]: ...\ndef c(): ...\nasync def d() -> int: ...\n',
      'async def a() -> int: ...\nasync def b() -> int: ...\nasync def c(): ...\ndef d() -> int: ...\n',
    ),
    ['breaks changed a', 'may break changed c', 'breaks changed d'],
  ],
  [
    'a parameter that left a function below the same plain decorator is gone',
    py(
      '@protected  # keeps the signature\ndef f(a, b=1): ...\n@route("/")\ndef g(a, b=1): ...\n',
      '@protected\ndef f(a): ...\n@route("/")\ndef g(a): ...\n',
    ),
    ['breaks changed f', 'may break changed g'],
  ],
  [
    'a package offers what it imports from its modules, however it names them',
    files(
      withPackage({
        'lib/__init__.py': 'from .core import a, b\nfrom lib.core import c, d\n',
        'lib/core.py': 'def a(): ...\ndef b(): ...\ndef c(): ...\ndef d(): ...\n',
      }),
      withPackage({
        'lib/__init__.py': 'from .core import a\nfrom lib.core import c\n',
        'lib/core.py': 'def a(): ...\ndef b(): ...\ndef c(): ...\ndef d(): ...\n',
      }),
    ),
    ['breaks removed b', 'breaks removed d'],
  ],
  [
    'a module that declares nothing offers what it imports from private modules',
    files(
      withPackage({
        'lib/__init__.py': '',
        'lib/threads.py': 'from ._threads import run as start\n',
        'lib/_threads.py': 'def run(a, b=1): ...\n',
      }),
      withPackage({
        'lib/__init__.py': '',
        'lib/threads.py': 'from ._threads import run as start\n',
        'lib/_threads.py': 'def run(a): ...\n',
      }),
    ),
    ['breaks changed threads.start'],
  ],
  [
    'a name of another package that left __all__ and the module breaks',
    files(
      withPackage({ 'lib/__init__.py': 'from other import a, b\n__all__ = ["a", "b"]\n' }),
      withPackage({ 'lib/__init__.py': 'from other import a\n__all__ = ["a"]\n' }),
    ),
    ['breaks removed b'],
  ],
  [
    'a function that moved to another module breaks, unless the package offers it as before',
    files(
      withPackage({ 'lib/__init__.py': 'from .a import f\n', 'lib/a.py': 'def f(): ...\ndef g(): ...\n' }),
      withPackage({ 'lib/__init__.py': 'from .b import f\n', 'lib/b.py': 'def f(): ...\ndef g(): ...\n' }),
    ),
    ['may break removed f', 'breaks removed g'],
  ],
  [
    'the oldest Python is read from single quotes',
    files(
      { 'pyproject.toml': "[project]\nname = 'lib'\nrequires-python = '>=3.9'\ndependencies = ['a>=1']\n" },
      { 'pyproject.toml': "[project]\nname = 'lib'\nrequires-python = '>=3.10'\ndependencies = ['a>=1']\n" },
    ),
    ['breaks changed Python'],
  ],
  [
    'a release of Python that is excluded now breaks',
    files(setup('>=2.7, !=3.0.*'), setup('>=2.7, !=3.0.*, !=3.1.*')),
    ['breaks changed Python'],
  ],
  [
    'the oldest Python is read from the constant that setup.py names',
    files(
      { 'setup.py': 'OLDEST = ">=3.6"\nsetup(\n  python_requires=OLDEST,\n)' },
      { 'setup.py': 'OLDEST = ">=3.8"\nsetup(\n  python_requires=OLDEST,\n)' },
    ),
    ['breaks changed Python'],
  ],
];

for (const [guarantee, versions, expected] of pairs)
  test(guarantee, async () => {
    assert.deepEqual(await verdicts(...versions), expected);
  });
