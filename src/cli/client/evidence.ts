import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Client, Evidence } from '../../../sdk/index.ts';
import {
  clientCommand,
  flag,
  optionalText,
  optionalTexts,
  optionalWord,
  requiredText,
  UsageError,
} from '../command.ts';
import { urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { findTaskId } from './find-names.ts';
import { toLine } from './terminal-text.ts';

const kinds = ['test_report', 'command', 'image', 'diff', 'log', 'coverage', 'link'] as const;

export const evidenceAdd = clientCommand({
  arguments: {
    ticket: requiredText('TICKET', 'The key or id of the ticket.'),
    files: optionalTexts('FILE…', 'Up to 10 files of 10 MiB each; JUnit XML and TAP are read.'),
  },
  options: {
    criterion: optionalText('N', 'The number of the criterion in the ticket, from 1, or its id.'),
    kind: optionalWord('KIND', kinds, 'What it is. Default: test_report with files, else command. One of'),
    commit: optionalText('SHA', 'The commit that it is about.'),
    passed: flag('It passed. A test report needs neither this nor --failed.'),
    failed: flag('It failed.'),
    'exit-code': optionalText('N', 'The exit code; 0 means that it passed.'),
    summary: optionalText('TEXT', 'One sentence. Default: the names of the files.'),
    link: optionalText('URL', 'A page to show as a link.'),
    epoch: optionalText('N', 'The epoch of your lease, for the worker of the newest task of the ticket.'),
    url: urlOption,
  },
  examples: [
    'docket evidence add APP-7 junit.xml --criterion 1 --commit 1a2b3c4',
    'docket evidence add APP-7 --criterion 2 --exit-code 0 --summary "npm run check"',
  ],
  run: async (given, context) => {
    const { ticket: id, files, criterion, url, epoch } = given;
    const fields = readFields(given);
    const client = await connect(context, url);
    const form = await openForm(
      {
        ...fields,
        ...(criterion !== undefined && { criterionId: await findCriterionId(client, id, criterion) }),
        ...(epoch !== undefined && { epoch }),
      },
      files,
    );
    const { data: evidence } =
      epoch === undefined
        ? await client.addEvidence({ params: { id }, body: form })
        : await client.addAgentTaskEvidence({ params: { id: await findTaskId(client, id) }, body: form });
    return { json: { evidence }, text: describe(evidence) };
  },
});

interface Given {
  files: string[];
  kind: (typeof kinds)[number] | undefined;
  commit: string | undefined;
  passed: boolean;
  failed: boolean;
  'exit-code': string | undefined;
  summary: string | undefined;
  link: string | undefined;
}

function readFields(given: Given): Record<string, string> {
  const { files, kind, commit, passed, failed, 'exit-code': exitCode, summary, link } = given;
  if (passed && failed)
    throw new UsageError('Give one of --passed and --failed.\nSee: docket evidence add --help');
  if (summary === undefined && files.length === 0)
    throw new UsageError('--summary TEXT says what the evidence shows.\nSee: docket evidence add --help');
  const outcome = passed ? 'true' : failed ? 'false' : exitCode && String(exitCode === '0');
  const fields = {
    kind: kind ?? (files.length > 0 ? 'test_report' : 'command'),
    summary:
      summary ??
      files
        .map((file) => path.basename(file))
        .join(', ')
        .slice(0, 500),
    commit,
    exitCode,
    passed: outcome,
    url: link,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** A form, because the same fields go with files and without. */
async function openForm(fields: Record<string, string>, files: readonly string[]): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const name of files) {
    const found = await stat(name).catch(() => undefined);
    if (!found?.isFile()) throw new UsageError(`${name} is not a file that can be read.`);
    form.append('file', await openAsBlob(name), path.basename(name));
  }
  return form;
}

/** By its number, as `ticket show` counts, or by its id. */
async function findCriterionId(client: Client, ticketId: string, ref: string): Promise<string> {
  if (!/^\d{1,3}$/.test(ref)) return ref;
  const { data } = await client.listCriteria({ params: { id: ticketId } });
  const found = data[Number(ref) - 1];
  if (!found)
    throw new UsageError(`The ticket has ${data.length} criteria, so there is no criterion ${ref}.`);
  return found.id;
}

function describe({ passed, tests, files }: Evidence): string {
  const counts = tests ? ` ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped.` : '';
  const failing = tests?.failing.map((name) => `  ${toLine(name)}\n`).join('') ?? '';
  const hashes = files.map(({ name, sha256 }) => `  ${sha256}  ${toLine(name)}\n`).join('');
  return `Added evidence that ${passed ? 'passes' : 'fails'}.${counts}\n${failing}${hashes}`;
}
