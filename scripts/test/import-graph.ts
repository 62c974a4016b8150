import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const relativePath = /(['"`])(\.{1,2}\/[^'"`\n]+)\1/g;
const isCode = /\.(?:[cm]?js|tsx?)$/;
const known = new Map<string, string[]>();

/**
 * The files that a file names by a relative path: imports, and also threads, programs and fixtures that it loads by their
 * path. Paths in comments count too; a test that runs too often does no harm.
 */
export function listImports(file: string): string[] {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): string[] {
  if (!isCode.test(file)) return [];
  const named = [...readFileSync(file, 'utf8').matchAll(relativePath)].map(([, , name = '']) =>
    path.join(path.dirname(file), name),
  );
  return [...new Set(named)].filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile());
}

/** The file and all that it imports, directly or by others. */
export function listReachable(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const name of listImports(file)) listReachable(name, reached);
  return reached;
}
