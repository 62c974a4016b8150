import type { SurfaceItem } from './surface.ts';

const shapes = [
  /\b(?:process\.env|import\.meta\.env|Bun\.env)(?:\.([A-Z][A-Z0-9_]+)|\[['"]([A-Z][A-Z0-9_]+)['"]\])/g,
  /\bDeno\.env\.get\(['"]([A-Z][A-Z0-9_]+)['"]/g,
  /\bos\.(?:environ\.get\(|environ\[|getenv\()\s*['"]([A-Z][A-Z0-9_]+)['"]/g,
  /\bos\.(?:Getenv|LookupEnv)\("([A-Z][A-Z0-9_]+)"/g,
];

export const isEnvironmentFile = (path: string) =>
  /(?:^|\/)\.env(?:\.(?:example|sample|template|dist))$/.test(path);
const isConfigModule = (path: string) => /(?:^|\/)(?:config|env|settings)\.[cm]?[jt]s$/.test(path);

/** The environment variables that a source reads, or that an example `.env` file names. */
export function readConfigVariables(path: string, source: string): SurfaceItem[] {
  const names = new Set<string>();
  if (isEnvironmentFile(path)) {
    for (const [, name = ''] of source.matchAll(/^#?[ \t]*(?:export )?([A-Z][A-Z0-9_]+)=/gm)) names.add(name);
  }
  for (const shape of shapes) {
    for (const [, a, b] of source.matchAll(shape)) names.add((a ?? b) as string);
  }
  // A config module may declare its variables as the keys of an object.
  if (isConfigModule(path))
    for (const [, name = ''] of source.matchAll(/^ {2}([A-Z][A-Z0-9_]{2,}): /gm)) names.add(name);
  return [...names].map((name) => ({ area: 'config', name, signature: name }));
}
