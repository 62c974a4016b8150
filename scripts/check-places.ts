import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { report, type Violation } from './violation.ts';

const { httpFiles } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { httpFiles: string[] };

interface Place {
  rule: string;
  pattern: RegExp;
  /** Where the pattern may stand. */
  home: RegExp;
  says: string;
}

/** What is done in one place each, so that it can be read, changed and faked there. */
const places: Place[] = [
  {
    rule: 'environment',
    pattern: /\bprocess\.env\b|\benv\b.*from 'node:process'/,
    home: /^src\/config\/read-environment\.ts$/,
    says: 'reads the environment; src/config/read-environment.ts does that',
  },
  {
    rule: 'clock',
    pattern: /\bDate\.now\b|\bDate\(\)/,
    home: /^src\/platform\/(?:clock|ids|db\/migrate)\.ts$/,
    says: 'asks for the time; take a Clock',
  },
  {
    rule: 'randomness',
    pattern: /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|FillSync)\b|\bgetRandomValues\b/,
    home: /^src\/platform\//,
    says: 'throws its own dice; take platform/ids or platform/crypto',
  },
  {
    rule: 'engine',
    pattern: /\bengine\s*[!=]==?|'(?:postgres|sqlite)'/,
    home: /^src\/(?:platform\/db\/|search\/|cli\/|config\/)/,
    says: 'asks which engine runs; only platform/db and search may know',
  },
  {
    rule: 'outbound-http',
    pattern: /(?<!\.)\bfetch\(|\bglobalThis\.fetch\b|from 'undici'|import\('undici'\)/,
    home: /^src\/platform\/outbound-http(?:\/|\.ts$)/,
    says: "calls a stranger's address; platform/outbound-http does that safely",
  },
  {
    rule: 'status-codes',
    pattern: /\.(?:code|status)\([45]\d\d\b|\bstatusCode\s*[=:]\s*[45]\d\d\b/,
    home: /^src\/platform\/http\//,
    says: 'picks an HTTP status; throw a refusal of platform/errors.ts',
  },
  {
    rule: 'http-framework',
    pattern: /(?:from|module|import\() ?'@?fastify\b/,
    home: new RegExp(httpFiles.join('|')),
    says: 'imports Fastify; use cases know no HTTP, and the type of a logger is in platform/logger.ts',
  },
  {
    rule: 'sql',
    pattern: /\b(?:statement|dynamicStatement)[<(]/,
    home: /-store\.ts$|^src\/(?:platform|search)\//,
    says: "writes SQL; the room's store does that",
  },
];

export const placeRules = places.map(({ rule }) => rule);

export function findPlaceViolations(root: string): Violation[] {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  if (files.length === 0) throw new Error(`there is no source under ${path.resolve(root, 'src')}`);
  return files.sort().flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      if (isComment(line)) return [];
      const broken = places.filter(({ pattern, home }) => pattern.test(line) && !home.test(file));
      return broken.map(({ rule, says }) => ({ rule, place: `${file}:${index + 1}`, says }));
    });
  });
}

const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);

if (import.meta.main) report(findPlaceViolations('.'));
