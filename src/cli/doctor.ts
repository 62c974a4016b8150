import { columns } from './columns.ts';
import { command, flag, wholeNumber } from './command.ts';
import type { NamedFinding, Verdict } from './doctor/check.ts';

export const doctor = command({
  arguments: {},
  options: {
    processes: wholeNumber(1, 1_000, 1, 'How many processes use the database, for the check of pool limits.'),
    integrity: flag('Check the pages of a SQLite file over 1 GB too.'),
  },
  examples: ['docket doctor', 'docket doctor --processes 4 --json', 'docket doctor --integrity'],
  run: async (options, { config, clock }) => {
    const { runChecks } = await import('./doctor/run-checks.ts');
    const findings = await runChecks(config, clock, options);
    const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
    const counts = { ok: count('ok'), warn: count('warn'), fail: count('fail') };
    return {
      json: { ...counts, findings },
      text: `${formatFindings(findings)}\n${counts.ok} ok, ${counts.warn} to look at, ${counts.fail} failed\n`,
      ...(counts.fail > 0 && { ending: 'problemsFound' as const }),
    };
  },
});

function formatFindings(findings: NamedFinding[]): string {
  const names = columns(findings.map(({ verdict, check }) => [verdict, check]));
  const width = Math.max(...names.map((name) => name.length));
  return findings
    .map(({ finding, advice }, index) => {
      const line = `${(names[index] as string).padEnd(width)}  ${finding}`;
      return advice === undefined ? `${line}\n` : `${line}\n${' '.repeat(width)}  → ${advice}\n`;
    })
    .join('');
}
