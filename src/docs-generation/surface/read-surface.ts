import { blankCommentLines, blankGoComments, blankPythonComments } from './blank-comments.ts';
import { readFlags } from './cli-flags.ts';
import { isEnvironmentFile, readConfigVariables } from './config-variables.ts';
import { isManifest, readDependencies } from './dependencies.ts';
import { readGoExports } from './go-exports.ts';
import { readRoutes } from './http-routes.ts';
import { isOpenApi, readOperations } from './openapi-operations.ts';
import { readPythonExports } from './python-exports.ts';
import { isMigration, readMigration } from './sql-migrations.ts';
import type { SurfaceItem } from './surface.ts';
import { readTypeScriptExports } from './typescript-exports.ts';

const script = /\.(?:[cm]?[jt]sx?)$/;
const source = /\.(?:[cm]?[jt]sx?|py|go)$/;
const nonProductPath =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|fixtures|__mocks__|bench|benchmarks?|examples?|docs?|e2e|node_modules|vendor|dist|build|third_party)\/|[._-](?:test|spec|bench|stories)\.[^/]+$|_test\.go$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|\.min\.js$|(?:^|\/)generated[./]/i;

/** Tests, benchmarks, examples, docs, and vendored or generated files. */
export const isNonProductFile = (path: string) => nonProductPath.test(path);

/** Whether the content of a file can have surface items. */
export const isSurfaceFile = (path: string) =>
  (isManifest(path) && !isNonProductFile(path)) ||
  isOpenApi(path) ||
  isMigration(path) ||
  isEnvironmentFile(path) ||
  (source.test(path) && !isNonProductFile(path));

/** Reads the surface items of a file. Never fails: an unreadable file has none. */
export function readSurface(path: string, text: string): SurfaceItem[] {
  if (isManifest(path)) return readDependencies(path, text);
  if (isOpenApi(path)) return readOperations(path, text);
  if (isMigration(path)) return readMigration(text);
  if (isEnvironmentFile(path)) return readConfigVariables(path, text);
  if (!isSurfaceFile(path)) return [];
  const code = withoutComments(path, text);
  return [
    ...readExports(path, text),
    ...readRoutes(code),
    ...readConfigVariables(path, code),
    ...readFlags(code),
  ];
}

function withoutComments(path: string, text: string): string {
  if (script.test(path)) return blankCommentLines(text);
  return path.endsWith('.py') ? blankPythonComments(text) : blankGoComments(text);
}

function readExports(path: string, text: string): SurfaceItem[] {
  if (script.test(path)) return readTypeScriptExports(text, /\.c?jsx?$/.test(path));
  return path.endsWith('.py') ? readPythonExports(path, text) : readGoExports(path, text);
}
