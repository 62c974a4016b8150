import { globSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
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

/** Checks the imports below `<root>/src` against the rules in .dependency-cruiser.cjs. */
export async function findImportViolations(root: string): Promise<Violation[]> {
  const { modules: declared, forbidden, options } = configuration;
  const { output } = await cruise(['src'], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  const { modules, summary } = output as ICruiseResult;
  assertAllSeen(root, new Set(modules.map(({ source }) => source)));

  const undeclared = readdirSync(path.join(root, 'src')).filter((name) => !declared.includes(name));
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

/** Without a TypeScript parser dependency-cruiser sees no files and finds no violations, so a missed file is an error. */
function assertAllSeen(root: string, seen: Set<string>): void {
  const onDisk = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const missed = onDisk.filter((file) => !seen.has(file));
  if (onDisk.length === 0 || missed.length > 0) {
    throw new Error(
      `dependency-cruiser saw ${seen.size} of ${onDisk.length} files; missed ${missed.join(', ')}`,
    );
  }
}

if (import.meta.main) report(await findImportViolations('.'));
