import { blankGoComments, blankPythonComments } from './blank-comments.ts';
import { isChangelog } from './changelog-files.ts';
import { readFlags } from './cli-flags.ts';
import { codeManifest, findCodeLanguage } from './code/code-languages.ts';
import { isEnvironmentFile, readConfigVariables } from './config-variables.ts';
import { isManifest, readDependencies } from './dependencies.ts';
import { readRoutes } from './http-routes.ts';
import { readNextRoutes } from './next-routes.ts';
import { isOpenApi, readOperations } from './openapi-operations.ts';
import { isTypeScriptConfig } from './packages/import-aliases.ts';
import { isGo, isInNonProductFolder, isNonProductFile, isPython, isScript } from './product-files.ts';
import { isMigration, readMigration } from './sql-migrations.ts';
import type { SurfaceItem } from './surface.ts';

/** Files whose whole text the analysis needs. */
export const isTextFile = (path: string) =>
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|\.gitattributes|\.npmignore)$/.test(
    path,
  ) ||
  isReadme(path) ||
  codeManifest.test(path) ||
  isTypeScriptConfig(path) ||
  isChangelog(path);

/** The page that introduces the repository. */
export const isReadme = (path: string) => /^readme\.md$/i.test(path);

/** Whether the content of a file can have surface items. */
export const isSurfaceFile = (path: string) =>
  isOpenApi(path) ||
  isMigration(path) ||
  isEnvironmentFile(path) ||
  isChangelog(path) ||
  isTextFile(path) ||
  (isManifest(path) && !isNonProductFile(path)) ||
  ((isScript(path) || isPython(path) || isGo(path) || findCodeLanguage(path) !== undefined) &&
    !isNonProductFile(path));

/** Reads the surface items of a file other than its exports. Never fails: an unreadable file has none. */
export function readSurface(path: string, text: string): SurfaceItem[] {
  // By its name setup.py is a developer tool, but its dependencies are those of the product.
  if (isManifest(path))
    return (path.endsWith('setup.py') ? isInNonProductFolder : isNonProductFile)(path)
      ? []
      : readDependencies(path, text);
  if (isOpenApi(path)) return readOperations(path, text);
  if (isMigration(path)) return readMigration(text);
  if (isEnvironmentFile(path)) return readConfigVariables(path, text);
  if (isNonProductFile(path) || !(isScript(path) || isPython(path) || isGo(path))) return [];
  const code = isPython(path) ? blankPythonComments(text) : isGo(path) ? blankGoComments(text) : text;
  return [
    ...readNextRoutes(path, code),
    ...readRoutes(code),
    ...readConfigVariables(path, code),
    ...readFlags(code),
  ];
}
