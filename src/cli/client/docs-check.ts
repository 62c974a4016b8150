import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clientCommand, optionalText, UsageError } from '../command.ts';
import { CannotTell } from './client-errors.ts';
import { findRepository } from './docs-check/find-repository.ts';
import { formatCheck } from './docs-check/format-check.ts';
import { toJUnit } from './docs-check/junit.ts';
import { runCheck } from './docs-check/run-check.ts';
import { toSarif } from './docs-check/sarif.ts';

const fileBytesMax = 512 * 1024;

/**
 * Compares the version that changes need with the one that the package announces, and finds sentences of the documentation that
 * they made false. Needs neither a server nor the network.
 */
export const docsCheck = clientCommand({
  arguments: {},
  options: {
    repository: optionalText('PATH', 'A folder of a git repository. Default: the current folder.'),
    base: optionalText('REF', 'The branch, tag or commit to compare from. Default: the newest version tag.'),
    head: optionalText('REF', 'The branch, tag or commit to compare to. Default: HEAD.'),
    sarif: optionalText('FILE', 'Write what it finds as SARIF 2.1.0 to this file, for code scanning.'),
    junit: optionalText('FILE', 'Write it as JUnit XML to this file, for test reports.'),
  },
  examples: [
    'docket docs check',
    'docket docs check --repository ../site --base origin/main --json',
    'docket docs check --base v1.2.0 --sarif docket.sarif --junit docket.xml',
  ],
  run: async ({ repository = '.', base, head = 'HEAD', sarif, junit }, { environment }) => {
    const settings = readSettings(environment);
    const folder = path.resolve(repository);
    if (!(await stat(folder).catch(() => undefined))?.isDirectory())
      throw new CannotTell(`${folder} is not a folder.`);
    const found = await findRepository(folder);
    if (!found) throw new CannotTell(`${folder} is not in a git repository.`);
    const searchPath = environment.PATH ?? '';
    const { timeoutMs, ...limits } = settings;
    const result = await runCheck({ ...found, ...limits, folder, searchPath, base, head }, timeoutMs);
    if (sarif !== undefined) await writeReport(sarif, `${JSON.stringify(toSarif(result), null, 2)}\n`);
    if (junit !== undefined) await writeReport(junit, toJUnit(result));
    const { verdict, isAnnounced, falseNow, mayBeFalse, leftOut } = result;
    const { bump, announced, reasons } = verdict;
    return {
      json: {
        verdict: { bump, announced, reasons },
        ...{ falseNow, mayBeFalse },
        ...(leftOut !== undefined && { leftOut }),
      },
      text: formatCheck(result),
      ending: isAnnounced && falseNow.length === 0 ? 'ok' : 'problemsFound',
    };
  },
});

/** The settings of drafts, with the names and defaults that the server has. */
function readSettings(environment: Record<string, string | undefined>) {
  const numberOf = (name: string, max: number, absent: number) => {
    const text = environment[name]?.trim() || String(absent);
    if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > max)
      throw new UsageError(`${name} must be a whole number from 1 to ${max}.`);
    return Number(text);
  };
  const breakBeforeOne = environment.DOCS_BREAK_BEFORE_1?.trim() || 'minor';
  if (breakBeforeOne !== 'minor' && breakBeforeOne !== 'major')
    throw new UsageError('DOCS_BREAK_BEFORE_1 must be minor or major.');
  return {
    limits: {
      commitsMax: numberOf('DOCS_COMMITS_MAX', 100_000, 5_000),
      filesMax: numberOf('DOCS_FILES_MAX', 100_000, 10_000),
      fileBytesMax,
    },
    breakBeforeOne,
    timeoutMs: numberOf('DOCS_TIMEOUT_SECONDS', 3_600, 120) * 1_000,
  } as const;
}

async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: Error) => {
    throw new UsageError(`${file} cannot be written: ${error.message}.`);
  });
}
