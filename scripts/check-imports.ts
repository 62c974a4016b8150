import { globSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IOptions } from 'dependency-cruiser';
import { report, type Violation } from './violation.ts';

interface Configuration {
  rooms: string[];
  forbidden: IForbiddenRuleType[];
  options: IOptions;
}

const configuration: Configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

export const roomsFromTheGroundUp = configuration.rooms;
export const importRules = [
  'undeclared-room',
  ...new Set(configuration.forbidden.map(({ name }) => name as string)),
];

/** Who may import whom in the `src` of a tree; the rules stand in .dependency-cruiser.cjs. */
export async function findImportViolations(root: string): Promise<Violation[]> {
  const { rooms, forbidden, options } = configuration;
  const { output } = await cruise(['src'], {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  });
  const { modules, summary } = output as ICruiseResult;
  assertAllSeen(root, new Set(modules.map(({ source }) => source)));

  const strangers = readdirSync(path.join(root, 'src')).filter((name) => !rooms.includes(name));
  return [
    ...strangers.map((name) => ({
      rule: 'undeclared-room',
      place: `src/${name}`,
      says: 'has no place in the order of rooms in .dependency-cruiser.cjs',
    })),
    ...summary.violations.map(({ rule, from, to, cycle }) => ({
      rule: rule.name,
      place: from,
      says: `imports ${(cycle ?? [{ name: to }]).map(({ name }) => name).join(' → ')}`,
    })),
  ];
}

/** A cruise that saw nothing finds nothing wrong: without a parser for TypeScript that is what happens. */
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
