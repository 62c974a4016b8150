import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, importProducts } from '../../../sdk/index.ts';
import { clientCommand, flag, optionalText, requiredTexts, requiredWord, UsageError } from '../command.ts';
import { newProgressLines } from '../progress-lines.ts';
import { urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { packFolder } from './pack-folder.ts';
import { escapeControls } from './terminal-text.ts';

const pollMs = 500;

type Import = Awaited<ReturnType<Client['getImport']>>['data'];
type Report = NonNullable<Import['report']>;
type Mapping = NonNullable<NonNullable<Parameters<Client['createImport']>[0]>['body']>['mapping'];

export const importTickets = clientCommand({
  arguments: {
    product: requiredWord('PRODUCT', importProducts, 'The product that wrote the files:'),
    files: requiredTexts('FILE…', 'The files to import; also archives or folders with the attached files.'),
  },
  options: {
    project: optionalText(
      'KEY',
      'The project to import into; you must administer it. Without it, an archive of a whole instance is imported, by its administrators.',
    ),
    'dry-run': flag('Report what would be kept, changed and lost, and import nothing.'),
    'map-people': optionalText(
      'FILE',
      'JSON {"their name": "address here"}, or CSV with two columns: name, login or address in the files, and address here.',
    ),
    from: optionalText(
      'KEY',
      'The project to import from an archive of several. Default: the one of the same key.',
    ),
    map: optionalText(
      'FILE',
      'JSON with "columns", "statuses", "priorities" and "types"; for CSV also "encoding", "separator" and "dates".',
    ),
    url: urlOption,
  },
  examples: [
    'docket import github issues.json comments.json --project APP --dry-run',
    'docket import jira export.csv --project APP --map-people people.csv',
    'docket import gitlab export.tar.gz --project APP',
    'docket import jira export.csv backup.zip --project APP',
    'docket import csv tickets.csv --project APP --map columns.json',
    'docket import docket app.docket.tar --project NEW --from APP',
    'docket import docket docket.tar --dry-run',
  ],
  run: async (
    { product, files, project, 'dry-run': dryRun, 'map-people': peopleFile, map, from, url },
    context,
  ) => {
    if (project === undefined && (product !== 'docket' || from !== undefined || map !== undefined))
      throw new UsageError('--project KEY says which project to import into.');
    const people = peopleFile === undefined ? undefined : await readPeople(peopleFile);
    const given = map === undefined ? undefined : ((await readJson(map)) as Mapping);
    const mapping = from === undefined ? given : { ...given, project: from };
    const { form, close } = await openFiles(files);
    const client = await connect(context, url);
    const { data: created } =
      project === undefined
        ? await client.createInstanceImport({ body: { ...(people && { people }) } })
        : await client.createImport({
            params: { id: project },
            body: { product, ...(mapping && { mapping }), ...(people && { people }) },
          });
    const params = { id: created.id };
    await client.addImportFiles({ params, body: form }).finally(close);
    await client.startImport({ params, body: { dryRun } });
    const ended = await follow(client, created.id);
    if (ended.state !== 'done' || !ended.report)
      return { json: { import: ended }, text: `${describeEnd(ended)}\n`, ending: 'failure' };
    return { json: { import: ended }, text: describeReport(ended.report) };
  },
});

async function openFiles(names: string[]): Promise<{ form: FormData; close: () => Promise<void> }> {
  const form = new FormData();
  const packed: (() => Promise<void>)[] = [];
  for (const name of names) {
    const found = await stat(name).catch(() => undefined);
    if (found?.isDirectory()) {
      const { blob, remove } = await packFolder(name);
      packed.push(remove);
      form.append('file', blob, `${path.basename(path.resolve(name))}.tar`);
      continue;
    }
    if (!found?.isFile()) throw new UsageError(`${name} is not a file that can be read.`);
    // Streamed, because the file may be larger than the memory.
    form.append('file', await openAsBlob(name), path.basename(name));
  }
  return {
    form,
    close: async () => {
      for (const remove of packed) await remove();
    },
  };
}

async function follow(client: Client, id: string): Promise<Import> {
  const lines = newProgressLines();
  try {
    for (;;) {
      const { data } = await client.getImport({ params: { id } });
      if (data.state !== 'queued' && data.state !== 'running') return data;
      if (data.progress) {
        const { step, done, total } = data.progress;
        lines.show({ what: words[step], done, total: total === 0 ? undefined : total });
      }
      await sleep(pollMs);
    }
  } finally {
    lines.end();
  }
}

const words: Record<NonNullable<Import['progress']>['step'], string> = {
  reading: 'tickets read',
  people: 'people compared',
  tickets: 'tickets written',
  comments: 'comments written',
  files: 'attachments stored',
  links: 'links written',
  records: 'records written',
};

const describeEnd = ({ state, error }: Import) => escapeControls(error?.message ?? `The import is ${state}.`);

function describeReport(report: Report): string {
  const { tickets, comments, attachments, people, labels, groups, links } = report;
  const verb = report.dryRun ? 'Would import' : 'Imported';
  const section = (title: string, entries: Report['kept']) =>
    entries.length === 0
      ? []
      : [
          '',
          title,
          ...entries.map(({ what, count, examples }) => `  ${count} × ${what}${inParentheses(examples)}`),
        ];
  return [
    `${verb} ${tickets.created} of ${tickets.total} tickets (${tickets.existing} were imported before), ${comments.created} comments, ${attachments?.created ?? 0} attachments, ${links.created} links.`,
    `${people.matched} of ${people.total} people have an account here; ${people.placeholderCount} get a placeholder${listed(people.placeholders)}.`,
    `${labels.createdCount} new labels${listed(labels.created)}, ${groups.createdCount} new cycles and milestones${listed(groups.created)}.`,
    ...(report.words.length === 0 ? [] : ['', 'Mapped']),
    ...report.words.map(({ field, from, to, count }) => `  ${field} ${from} → ${to} (${count})`),
    ...section('Kept', report.kept),
    ...section('Changed', report.changed),
    ...section('Lost', report.lost),
    ...(report.problems?.first.length ? ['', 'Rows to look at'] : []),
    ...(report.problems?.first ?? []).map(({ line, what }) => `  line ${line}: ${what}`),
  ]
    .map((line) => `${escapeControls(line)}\n`)
    .join('');
}

const listed = (names: string[]) =>
  names.length === 0 ? '' : `: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`;

async function readPeople(file: string): Promise<Record<string, string>> {
  const text = await readText(file);
  if (text.trimStart().startsWith('{')) return (await readJson(file)) as Record<string, string>;
  const rows = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    rows.map((row, index) => {
      const cells = row.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
      if (cells.length !== 2 || cells.includes(''))
        throw new UsageError(`${file}, line ${index + 1}: expected two columns, a name and an address.`);
      return cells as [string, string];
    }),
  );
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readText(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON.`);
    throw error;
  }
}

const readText = (file: string) =>
  readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} is not a file that can be read.`);
  });

const inParentheses = (examples: string[]) => (examples.length > 0 ? ` (${examples.join(', ')})` : '');
