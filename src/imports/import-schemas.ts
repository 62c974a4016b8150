import type { Static } from 'typebox';
import { choice, id, nullable, timestamp } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { ticketPriorities, ticketStatuses, ticketTypes } from '../tickets/index.ts';
import { importSteps } from './import-task.ts';
import { importStates } from './jobs/import-store.ts';
import type { ImportWithFiles } from './jobs/imports.ts';
import { csvEncodings, csvSeparators } from './parsing/csv-rows.ts';
import { importProducts } from './products.ts';
import { columnNameLength, csvFieldNames } from './readers/csv.ts';

const words = <const W extends readonly string[]>(allowed: W, description: string) =>
  Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), choice(allowed), { description, maxProperties: 1_000 }),
  );

const Mapping = Type.Object(
  {
    columns: Type.Optional(
      Type.Record(
        Type.String({ maxLength: 50 }),
        Type.Union([
          Type.String({ maxLength: columnNameLength }),
          Type.Array(Type.String({ maxLength: columnNameLength }), { maxItems: 100 }),
        ]),
        {
          description:
            'For `csv`: the column name of each field (`title`, `status`, `assignee` …), or several; an empty text leaves the field out. Fields that are absent are found by the names of the columns',
          examples: [{ title: 'Betreff', labels: ['Tags', 'Team'], status: '' }],
          maxProperties: 50,
        },
      ),
    ),
    encoding: Type.Optional(
      choice(csvEncodings, {
        description: 'For `csv`: how the file is encoded; by default UTF-8, or what its byte order mark says',
      }),
    ),
    separator: Type.Optional(
      choice(csvSeparators, { description: 'For `csv`: by default the most frequent one of the first line' }),
    ),
    dates: Type.Optional(
      choice(['day_first', 'month_first'], {
        description: 'For `csv`: how 03/04/2026 is read where no date of the column decides',
      }),
    ),
    project: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'For `docket`: the key of the project to import, if the archive has several',
        examples: ['APP'],
      }),
    ),
    statuses: words(ticketStatuses, 'Maps statuses of the product to those of Docket'),
    priorities: words(ticketPriorities, 'Maps priorities of the product to those of Docket'),
    types: words(ticketTypes, 'Maps types of the product to those of Docket'),
  },
  { title: 'ImportMapping' },
);
const People = Type.Record(Type.String({ maxLength: 400 }), nullable(Type.String({ maxLength: 400 })), {
  description:
    'Maps names, logins and addresses in the files to the id or e-mail address of a project member; administrators may name anybody. Null leaves the person out: a ticket of theirs has no assignee, or you as its reporter',
  examples: [{ 'ada-l': 'ada@example.org' }],
  maxProperties: 10_000,
});

const AccountsOfPeople = Type.Record(Type.String({ maxLength: 400 }), Type.String({ maxLength: 400 }), {
  description: 'Maps names and addresses in the archive to the id or e-mail address of an account here',
  examples: [{ 'ada@old.example.org': 'ada@example.org' }],
  maxProperties: 10_000,
});

export const CreateImport = Type.Object({
  product: choice(importProducts, { description: 'The product that wrote the files' }),
  mapping: Type.Optional(Mapping),
  people: Type.Optional(People),
});
export const CreateInstanceImport = Type.Object({
  people: Type.Optional(AccountsOfPeople),
});
export const PreviewImport = Type.Object({ mapping: Type.Optional(Mapping) });
export const StartImport = Type.Object({
  dryRun: Type.Boolean({ description: 'Only read the files and report what an import would do' }),
  mapping: Type.Optional(Mapping),
  people: Type.Optional(People),
});

const number = Type.Integer({ examples: [120] });
const names = Type.Array(Type.String(), { description: 'The first 100' });
const Counted = Type.Array(
  Type.Object({
    what: Type.String({ examples: ['reactions'] }),
    count: number,
    examples: Type.Array(Type.String({ examples: ['acme/app#12'] })),
  }),
);
const Report = Type.Object(
  {
    dryRun: Type.Boolean(),
    tickets: Type.Object({
      total: number,
      created: number,
      existing: Type.Integer({ description: 'Imported before, and left as they are', examples: [0] }),
    }),
    comments: Type.Object({ total: number, created: number }),
    attachments: Type.Optional(
      Type.Object(
        { total: number, created: number },
        { description: 'Files of the archives that tickets refer to' },
      ),
    ),
    people: Type.Object({
      total: number,
      matched: number,
      placeholderCount: number,
      placeholders: names,
      named: Type.Optional(
        Type.Array(
          Type.Object({
            name: Type.String({ examples: ['Ada Lovelace'] }),
            email: Type.Optional(Type.String({ examples: ['ada@example.org'] })),
            login: Type.Optional(Type.String({ examples: ['ada-l'] })),
            account: Type.Optional(Type.Object({ id: id(), name: Type.String({ examples: ['Ada'] }) })),
            isLeftOut: Type.Optional(Type.Boolean()),
          }),
          {
            description: 'The first 100 people of the files and their accounts here, those without one first',
          },
        ),
      ),
    }),
    labels: Type.Object({ total: number, createdCount: number, created: names }),
    groups: Type.Object({ total: number, createdCount: number, created: names }),
    links: Type.Object({ total: number, created: number }),
    words: Type.Array(
      Type.Object({
        field: choice(['status', 'priority', 'type']),
        from: Type.String({ examples: ['In Progress'] }),
        to: Type.String({ examples: ['in_progress'] }),
        count: number,
      }),
      { description: 'How words of the product were mapped' },
    ),
    kept: Counted,
    changed: Counted,
    lost: Counted,
    problems: Type.Optional(
      Type.Object(
        {
          total: number,
          first: Type.Array(
            Type.Object({
              line: Type.Integer({ description: 'Where the row begins', examples: [7] }),
              what: Type.String({ examples: ['rows without a title are left out'] }),
            }),
            { description: 'The first 100' },
          ),
        },
        { description: 'For `csv`: rows that you may want to correct' },
      ),
    ),
  },
  { title: 'ImportReport' },
);

export const Import = Type.Object(
  {
    id: id(),
    projectId: Type.Optional(id({ description: 'Absent: a whole instance' })),
    product: choice(importProducts),
    state: choice(importStates, {
      description:
        '`waiting` for files and a start; after `done` of a dry run, or `failed`, it can be started again',
    }),
    dryRun: Type.Boolean(),
    files: Type.Array(
      Type.Object({ name: Type.String({ examples: ['issues.json'] }), size: number, sha256: Type.String() }),
      { description: 'Deleted when the import is done' },
    ),
    mapping: Type.Optional(Mapping),
    people: Type.Optional(People),
    progress: Type.Optional(
      Type.Object(
        {
          step: choice(importSteps),
          done: number,
          total: Type.Integer({ description: '0 while unknown', examples: [1200] }),
          percent: Type.Optional(
            Type.Integer({ description: 'Of the whole import', minimum: 0, maximum: 100, examples: [40] }),
          ),
        },
        { title: 'ImportProgress' },
      ),
    ),
    report: Type.Optional(Report),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.String({ examples: ['VALIDATION_ERROR'] }),
          message: Type.String(),
          details: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
        },
        { title: 'ImportError' },
      ),
    ),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Import' },
);

export const presentImport = (row: ImportWithFiles) =>
  present(Import, row, {
    ...presentRequest(row.request),
    files: row.files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    progress: parseStored(row.progress),
    report: parseStored(row.report),
    error: parseStored(row.error),
  });

/** What the caller stated; the credential in the stored request stays out. */
function presentRequest(stored: string): Pick<Static<typeof CreateImport>, 'mapping' | 'people'> {
  const { mapping, people } = JSON.parse(stored);
  return { mapping, people };
}

export const ImportPreview = Type.Object(
  {
    file: Type.String({ examples: ['tickets.csv'] }),
    encoding: choice(csvEncodings),
    separator: choice(csvSeparators),
    columns: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['Betreff'] }),
        field: nullable(
          choice(csvFieldNames, { description: 'The field that the column is read as; null: left out' }),
        ),
      }),
      { description: 'Each name once, in the order of the file' },
    ),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ examples: [2] }),
        cells: Type.Array(Type.String(), { description: 'One for each of `columns`, cut to 200 characters' }),
      }),
      { description: 'The first ten' },
    ),
    fields: Type.Array(choice(csvFieldNames), { description: 'Every field that a column can be read as' }),
  },
  { title: 'ImportPreview' },
);

const parseStored = (json: string | null) => (json === null ? undefined : JSON.parse(json));
