import { anyPattern } from '../word-rule.ts';

const folders = [
  '(?:[\\w-]+[_-])?tests?(?:[_-][\\w-]+)?',
  'doctests?',
  'testing',
  'testdata',
  '__tests__',
  '__mocks__',
  '__fixtures__',
  'spec',
  'specs',
  'fixtures?',
  'bench',
  'benchmarks?',
  'examples?',
  '_examples?',
  'samples?',
  'demos?',
  'playgrounds?',
  'docs?',
  'docs_src',
  'documentation',
  'website',
  'e2e',
  'acceptance',
  '(?:oss[_-]?)?fuzz(?:ing)?',
  'scripts',
  // `tools/acme/cmd` is a command that is shipped.
  'tools(?!/[\\w-]+/cmd/)',
  'internal/[\\w-]*test(?:s|ing|utils?)?',
  'hack',
  'node_modules',
  // Within the source folder it is shipped.
  '(?<!(?:^|/)(?:src|source|lib)/)vendor',
  'third_party',
  'dist',
  'deno_dist',
  'build',
  'out',
  'coverage',
  'generated',
  '__generated__',
  '\\.[\\w-]+',
];
const files = anyPattern(
  [
    /[._-](?:test|tests|spec|bench|benchmark|stories|test-d|tst|types?-test)\.[^/]+$|_test\.go$/,
    /(?:^|\/)(?:test_[^/]*|tests?|conftest|setup|noxfile|fabfile|tasks|conf)\.py$|\.min\.[cm]?js$/,
    /\.(?:generated|gen)\.[^/]+$|\.pb(?:\.gw)?\.go$|_pb2(?:_grpc)?\.pyi?$|(?:^|\/)zz_generated[^/]*$/,
    /(?:^|\/)(?:[\w.-]+\.config|\.[\w-]+rc|gulpfile|Gruntfile|build|Makefile)\.[cm]?[jt]s$/,
    /(?:^|\/)(?:rollup|webpack|karma|jest|vite(?:st)?|eslint)[\w.-]*\.[cm]?[jt]s$/,
  ],
  'i',
);
const folder = new RegExp(`(?:^|/)(?:${folders.join('|')})/`, 'i');

/** Tests of the product: a commit that changes tests and product changes behaviour. */
export const isTestFile = (path: string) =>
  /(?:^|\/)(?:[\w-]+[_-])?(?:tests?|testing|__tests__|specs?|e2e|acceptance)\/|[._-](?:test|tests|spec|test-d|tst)\.[^/]+$|_test\.go$|(?:^|\/)(?:test_[^/]*|tests?)\.(?:py|[cm]?[jt]s)$/i.test(
    path,
  );

/** Tests, benchmarks, examples, docs, scripts, configuration of tools, and vendored or generated files. */
export const isNonProductFile = (path: string) => folder.test(path) || files.test(path);

/** True if it belongs to tests, examples, docs and the like, whatever its name is. */
export const isInNonProductFolder = (path: string) => folder.test(path);

export const isScript = (path: string) => /\.[cm]?[jt]sx?$/.test(path);
export const isPython = (path: string) => /\.pyi?$/.test(path);
export const isGo = (path: string) => path.endsWith('.go');
