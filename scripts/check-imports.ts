import { existsSync, globSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import swc, { type ModuleItem } from '@swc/core';
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IOptions } from 'dependency-cruiser';
import { report, type Violation } from './violation.ts';

interface Configuration {
  modules: string[];
  forbidden: IForbiddenRuleType[];
  options: IOptions;
}

const configuration: Configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

export const modulesInOrder = configuration.modules;
export const importRules = [
  'undeclared-module',
  ...new Set(configuration.forbidden.map(({ name }) => name as string)),
];

const { parseFileSync } = swc;
// dependency-cruiser lets swc parse every file as TypeScript without JSX, and does not tell types from values. Every file
// may import the types of sdk/.
swc.parseFileSync = ((file: string, options: object) => {
  const program = parseFileSync(file, { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') });
  return { ...program, body: program.body.filter((item) => !isTypeOfSdk(item)) };
}) as typeof parseFileSync;

const isTypeOfSdk = (item: ModuleItem) =>
  item.type === 'ImportDeclaration' && item.typeOnly && /\/sdk\//.test(item.source.value);

const folders = ['src', 'web', 'packages'];

/** The only folder whose files have each a place of its own in the order of modules. */
const composition = 'composition';

/** Checks the imports below `src`, `web` and `packages` of the root against the rules in .dependency-cruiser.cjs. */
export async function findImportViolations(root: string): Promise<Violation[]> {
  const { modules: declared, forbidden, options } = configuration;
  const existing = folders.filter((folder) => existsSync(path.join(root, folder)));
  const { output } = await cruise(existing, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  const { modules, summary } = output as ICruiseResult;
  assertAllSeen(root, new Set(modules.map(({ source }) => source)));

  const undeclared = listModules(root).filter((name) => !declared.includes(name));
  return [
    ...undeclared.map((name) => ({
      rule: 'undeclared-module',
      location: `src/${name}`,
      problem: 'is missing from the order of modules in .dependency-cruiser.cjs',
    })),
    ...summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      location: from,
      problem: `imports ${(cycle ?? [{ name: to }]).map(({ name }) => name).join(' → ')}`,
    })),
  ];
}

function listModules(root: string): string[] {
  const list = (folder: string) => {
    const absolute = path.join(root, 'src', folder);
    return existsSync(absolute) ? readdirSync(absolute) : [];
  };
  return list('').flatMap((name) =>
    name === composition ? list(name).map((file) => `${name}/${file}`) : [name],
  );
}

/** Without a TypeScript parser dependency-cruiser sees no files and finds no violations, so a missed file is an error. */
function assertAllSeen(root: string, seen: Set<string>): void {
  const onDisk = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/*.{test,support}.ts', 'web/dist/**', 'web/vite.config.ts'],
  });
  const missed = onDisk.filter((file) => !seen.has(file));
  if (onDisk.length === 0 || missed.length > 0) {
    throw new Error(
      `dependency-cruiser saw ${seen.size} of ${onDisk.length} files; missed ${missed.join(', ')}`,
    );
  }
}

if (import.meta.main) report(await findImportViolations('.'));
