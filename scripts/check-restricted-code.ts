import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { report, type Violation } from './violation.ts';

const { httpFiles } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { httpFiles: string[] };

interface Restriction {
  rule: string;
  pattern: RegExp;
  /** The files in which the pattern may occur. */
  allowedIn: RegExp;
  problem: string;
}

/** Code that is allowed only in a few files, so that it is reviewed, changed and faked there. */
const restrictions: Restriction[] = [
  {
    rule: 'environment',
    pattern: /\bprocess\.env\b|\benv\b.*from 'node:process'/,
    allowedIn: /^src\/(?:config\/read-environment|cli\/client\/main)\.ts$/,
    problem: 'reads the environment; src/config/read-environment.ts does that',
  },
  {
    rule: 'clock',
    pattern: /\bDate\.now\b|\bDate\(\)/,
    allowedIn: /^src\/platform\/(?:clock|ids|db\/migration\/migrate)\.ts$/,
    problem: 'reads the system time; take a Clock',
  },
  {
    rule: 'randomness',
    pattern: /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|FillSync)\b|\bgetRandomValues\b/,
    allowedIn: /^src\/platform\//,
    problem: 'generates random values; use platform/ids, platform/crypto or platform/random',
  },
  {
    rule: 'engine',
    pattern: /\bengine\s*[!=]==?|'(?:postgres|sqlite)'/,
    allowedIn: /^src\/(?:platform\/db\/|search\/|cli\/|config\/)/,
    problem: 'depends on the database engine; only platform/db, search, config and cli may',
  },
  {
    rule: 'outbound-http',
    pattern: /(?<!\.)\bfetch\(|\bglobalThis\.fetch\b|from 'undici'|import\('undici'\)/,
    // Commands of cli/client call the address that the person who runs them named.
    allowedIn: /^src\/(?:platform\/outbound-http(?:\/|\.ts$)|cli\/client\/)/,
    problem: 'sends requests itself; use platform/outbound-http, which checks the address',
  },
  {
    rule: 'status-codes',
    pattern: /\.(?:code|status)\([45]\d\d\b|\bstatusCode\s*[=:]\s*[45]\d\d\b/,
    // The errors of OAuth have a shape of their own.
    allowedIn: /^src\/(?:platform\/http\/|oauth\/oauth-routes\.ts$)/,
    problem: 'sets an HTTP status; throw an error of platform/errors.ts',
  },
  {
    rule: 'http-framework',
    pattern: /(?:from|module|import\() ?'@?fastify\b/,
    allowedIn: new RegExp(httpFiles.join('|')),
    problem: 'imports Fastify; use cases know no HTTP, and the type of a logger is in platform/logger.ts',
  },
  {
    rule: 'sql',
    pattern: /\b(?:statement|dynamicStatement)[<(]|\bsql\.\w+</,
    allowedIn: /-store\.ts$|^src\/(?:platform|search)\//,
    problem: 'contains SQL; move it to the store of the module',
  },
  {
    rule: 'driver-internals',
    pattern: /\b(?:processID|activeQuery)\b|as unknown as (?:pg\.|\{)/,
    allowedIn: /^(?!src\/platform\/db\/)|^src\/platform\/db\/postgres\/pg-internals\.ts$/,
    problem: 'uses what the types of a driver leave out; add it to postgres/pg-internals.ts and its test',
  },
];

/** The same for the web app. */
const webRestrictions: Restriction[] = [
  {
    rule: 'web-colours',
    pattern: /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i,
    allowedIn: /^web\/parts\/[\w-]*tokens\.css$|\.tsx?$/,
    problem: 'has a colour of its own; use a token of web/parts/tokens.css, which both themes have',
  },
  {
    rule: 'web-html',
    pattern: /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/,
    allowedIn: /^$/,
    problem: 'makes HTML of a text; render elements, and Markdown by web/parts/markdown.tsx',
  },
];

export const restrictionRules = [...restrictions, ...webRestrictions].map(({ rule }) => rule);

export function findRestrictedCode(root: string): Violation[] {
  const serverFiles = globSync('{src,packages}/**/*.ts', { cwd: root, exclude: ['**/*.{test,support}.ts'] });
  const webFiles = globSync('web/**/*.{ts,tsx,css}', { cwd: root, exclude: ['**/*.test.ts', 'web/dist/**'] });
  if (serverFiles.length + webFiles.length === 0) {
    throw new Error(`There is no source under ${path.resolve(root, 'src')}.`);
  }
  return [
    ...findRestricted(root, serverFiles, restrictions),
    ...findRestricted(root, webFiles, webRestrictions),
  ];
}

function findRestricted(root: string, files: string[], applied: Restriction[]): Violation[] {
  return files.sort().flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      if (isComment(line)) return [];
      const broken = applied.filter(({ pattern, allowedIn }) => pattern.test(line) && !allowedIn.test(file));
      return broken.map(({ rule, problem }) => ({ rule, location: `${file}:${index + 1}`, problem }));
    });
  });
}

const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)/.test(line);

if (import.meta.main) report(findRestrictedCode('.'));
