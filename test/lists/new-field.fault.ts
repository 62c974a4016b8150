import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
/** Neither copied nor read by what runs in the copy. */
const isLeftOut = /^(?:node_modules|\.git|web\/dist|test\/web\/screenshots)$/;
const lastMigration =
  readdirSync(path.join(root, 'migrations'))
    .filter((name) => /^\d/.test(name))
    .sort()
    .at(-1) ?? '';
const known = lastMigration.slice(0, 4);
const migration = `migrations/${String(Number(known) + 1).padStart(4, '0')}-severity`;

const writeMigration = (storage: 'virtual' | 'stored') => () =>
  `-- compatible: since ${known}
alter table tickets add column severity text check (severity in ('trivial', 'minor', 'major', 'critical'));
alter table tickets add column severity_rank smallint generated always as (case severity when 'trivial' then 0
  when 'minor' then 1 when 'major' then 2 when 'critical' then 3 end) ${storage};
-- The largest number for a ticket without a severity, which comes last.
alter table search_documents add column severity_rank bigint not null default 9007199254740991;
`;
const addWords = (name: string, words: string) => (text: string) =>
  text.replace(/^ {2}choices: \{\n/m, `  severity: '${name}',\n  choices: {\n    severity: { ${words} },\n`);

/** All that somebody writes who adds a severity to tickets: its entry, its column on both engines, its words. */
const edits: Record<string, (text: string) => string> = {
  'src/tickets/fields/ticket-fields.ts': (text) =>
    text.replace(
      '\n  projectId: {',
      `
  severity: {
    column: 'severity',
    kind: 'choice',
    choices: ['trivial', 'minor', 'major', 'critical'],
    nullable: true,
    set: 'input',
    filter: 'severity',
    isOrdered: true,
    facet: 'v',
    isSorted: true,
  },
  projectId: {`,
    ),
  [`${migration}.sqlite.sql`]: writeMigration('virtual'),
  [`${migration}.postgres.sql`]: writeMigration('stored'),
  'web/messages/en/fields.ts': addWords(
    'Severity',
    "critical: 'Critical', major: 'Major', minor: 'Minor', trivial: 'Trivial'",
  ),
  'web/messages/de/fields.ts': addWords(
    'Schweregrad',
    "critical: 'Kritisch', major: 'Schwer', minor: 'Gering', trivial: 'Trivial'",
  ),
};

let copy: string;

before(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'docket-new-field-'));
  const isCopied = (source: string) => !isLeftOut.test(path.relative(root, source));
  cpSync(root, copy, { recursive: true, filter: isCopied });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  for (const [file, edit] of Object.entries(edits)) {
    const target = path.join(copy, file);
    const text = file.startsWith('migrations/') ? '' : readFileSync(target, 'utf8');
    assert.notEqual(edit(text), text, `${file} is written in another way now`);
    writeFileSync(target, edit(text));
  }
  await run('scripts/generate.ts');
});
after(() => rmSync(copy, { recursive: true, force: true }));

/** Fails with what the program printed. */
async function run(...args: string[]): Promise<void> {
  const started = promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 1e8 });
  await started.catch(({ stdout, stderr }) => assert.fail(`${args.join(' ')}\n${stdout}\n${stderr}`));
}

test('a field that is in the table, the database and the messages needs no other file', async () => {
  const files = Object.keys(edits).length;
  assert.match(
    readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'),
    new RegExp(`: ${files} files by hand`),
  );
  await run('node_modules/typescript/bin/tsc', '-p', '.');
  await run('node_modules/typescript/bin/tsc', '-p', 'web');
});

test('it is filtered, sorted, searched, shown and changed as the others are', async () => {
  await run(
    'scripts/test.ts',
    'test/lists/filter-oracle.test.ts',
    'test/lists/hand-written-lists.test.ts',
    'test/web/new-field.journey.ts',
  );
});
