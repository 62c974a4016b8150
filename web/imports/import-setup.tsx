import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, ImportPreview, ImportReport } from '../../sdk/index.ts';
import { api, dataQuery } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { DataTable, type DataTableProps } from '../parts/display/data-table.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { Form } from '../parts/forms/form.tsx';
import { SelectField } from '../parts/forms/select-field.tsx';
import { choiceLabel, choicesOf, fieldWord } from '../parts/ticket-words.ts';
import { isActive } from './import-queries.ts';
import './import.css';

type Mapping = NonNullable<Import['mapping']>;
type Field = ImportPreview['fields'][number];
type Word = ImportReport['words'][number];
type Named = NonNullable<ImportReport['people']['named']>[number];

interface ImportMember {
  id: string;
  name: string;
}

interface SetupProps {
  item: Import;
  projectId: string;
  members: readonly ImportMember[];
  refetch: () => unknown;
}

/** What the files say and how it is read: columns, words and people. Each change is checked before the import. */
export function ImportSetup(props: SetupProps) {
  const { item } = props;
  const isOpen = item.files.length > 0 && !isActive(item) && item.state !== 'cancelled';
  if (!isOpen || item.product === 'docket') return null;
  // After each check the choices are those of the import.
  return <Choices key={item.updatedAt} {...props} />;
}

function Choices({ item, projectId, members, refetch }: SetupProps) {
  const texts = m.projects.settings.import;
  const { report } = item;
  const [format, setFormat] = useState<Pick<Mapping, 'encoding' | 'separator' | 'dates'>>({});
  const [columns, setColumns] = useState<Record<string, Field | ''>>({});
  const [words, setWords] = useState<Partial<Record<Word['field'], Record<string, string>>>>({});
  const [people, setPeople] = useState<Record<string, string | null>>({});
  const isCsv = item.product === 'csv';
  const rereads = format.encoding !== undefined || format.separator !== undefined;
  // Another separator makes other columns, so the former choices no longer name any.
  const { columns: stored, ...rest } = item.mapping ?? {};
  const shown: Mapping = { ...rest, ...format, ...(!rereads && stored && { columns: stored }) };
  const params = { id: item.id };
  const { data: preview, error } = useQuery({
    ...dataQuery(['imports', 'preview', item.id, item.updatedAt, format.encoding, format.separator], () =>
      api.previewImport({ params, body: { mapping: shown } }),
    ),
    enabled: isCsv,
    retry: false,
  });

  async function check() {
    const mapping: Mapping = {
      ...shown,
      ...(preview && { encoding: preview.encoding, columns: chosenColumns(preview, columns) }),
      ...mergeWords(item.mapping, words),
    };
    const body = { dryRun: true, mapping, people: { ...item.people, ...people } };
    await api.startImport({ params, body });
    await refetch();
  }

  return (
    <Form
      label={texts.mapping}
      onSubmit={check}
      submit={<Button type="submit">{report ? texts.checkAgain : texts.check}</Button>}
    >
      {error && <Failure error={error} small />}
      {isCsv && (
        <>
          <SelectField
            row
            label={texts.encoding}
            name="encoding"
            options={encodings}
            value={format.encoding ?? preview?.encoding ?? item.mapping?.encoding ?? 'utf-8'}
            onChange={(encoding) =>
              setFormat({ ...format, encoding: encoding as Mapping['encoding'] & string })
            }
          />
          <SelectField
            row
            label={texts.separator}
            name="separator"
            options={texts.separators}
            value={format.separator ?? preview?.separator ?? ','}
            onChange={(separator) =>
              setFormat({ ...format, separator: separator as Mapping['separator'] & string })
            }
          />
          <SelectField
            row
            label={texts.dates}
            name="dates"
            options={texts.dateOrders}
            value={format.dates ?? item.mapping?.dates ?? 'day_first'}
            onChange={(dates) => setFormat({ ...format, dates: dates as Mapping['dates'] & string })}
          />
        </>
      )}
      {preview && <Columns preview={preview} columns={columns} setColumns={setColumns} />}
      {report && report.words.length > 0 && (
        <Titled
          label={texts.words}
          rows={report.words}
          rowKey={({ field, from }) => `${field} ${from}`}
          columns={[
            {
              title: texts.inFile,
              header: true,
              phone: 'main',
              cell: ({ from, count }) => `${from} (${count})`,
            },
            {
              title: texts.here,
              cell: ({ field, from, to }) => (
                <Select
                  aria-label={from}
                  options={wordOptions(field)}
                  value={words[field]?.[from] ?? to}
                  onChange={(value) => setWords({ ...words, [field]: { ...words[field], [from]: value } })}
                />
              ),
            },
          ]}
        />
      )}
      {report?.people.named && report.people.named.length > 0 && (
        <Titled
          label={texts.people}
          rows={report.people.named}
          rowKey={personName}
          columns={[
            { title: texts.inFile, header: true, phone: 'main', cell: (person) => personText(person) },
            {
              title: texts.here,
              cell: (person: Named) => (
                <Select
                  aria-label={person.name}
                  options={[
                    { value: 'placeholder', label: texts.placeholder },
                    { value: 'none', label: texts.leaveOut },
                    ...accountsToChoose(members, person).map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  value={chosenPerson(person, people)}
                  onChange={(value) => setPeople(withPerson(people, person, value))}
                />
              ),
            },
            {
              title: texts.invite,
              actions: true,
              cell: ({ email, account }: Named) =>
                email !== undefined && !account && <InviteButton email={email} projectId={projectId} />,
            },
          ]}
        />
      )}
    </Form>
  );
}

/** A table with its name above it. */
const Titled = <T,>(props: DataTableProps<T>) => (
  <div>
    <h3 className="import-title">{props.label}</h3>
    <DataTable {...props} />
  </div>
);

function Columns({
  preview,
  columns,
  setColumns,
}: {
  preview: ImportPreview;
  columns: Record<string, Field | ''>;
  setColumns: (next: Record<string, Field | ''>) => void;
}) {
  const texts = m.projects.settings.import;
  const options = [
    { value: '' as const, label: texts.leaveOut },
    ...preview.fields.map((value) => ({ value, label: fieldWord(value, texts.fields) })),
  ];
  return (
    <Titled
      label={texts.columns}
      rows={preview.columns.map((column, index) => ({ ...column, index }))}
      rowKey={({ name }) => name}
      columns={[
        { title: texts.inFile, header: true, phone: 'main', cell: ({ name }) => name },
        {
          title: texts.here,
          cell: ({ name, field }) => (
            <Select
              aria-label={name}
              options={options}
              value={columns[name] ?? field ?? ''}
              onChange={(value) => setColumns({ ...columns, [name]: value })}
            />
          ),
        },
        { title: texts.firstRows, phone: 'titled', cell: ({ index }) => firstValues(preview, index) },
      ]}
    />
  );
}

const firstValues = ({ rows }: ImportPreview, column: number): string =>
  [...new Set(rows.map(({ cells }) => cells[column]))].filter(Boolean).slice(0, 3).join(' · ');

function InviteButton({ email, projectId }: { email: string; projectId: string }) {
  const [invited, setInvited] = useState<{ url?: string }>();
  const texts = m.projects.settings.import;
  const invite = () =>
    attempt(async () => {
      const { data } = await api.createInvitation({ body: { email, projectId } });
      // Without a mail server the answer has the link to pass on.
      setInvited({ ...(data.url !== undefined && { url: data.url }) });
    });
  return invited ? (
    <span role="status" className="import-text">
      {texts.invited} {invited.url}
    </span>
  ) : (
    <Button aria-label={`${texts.invite}: ${email}`} onClick={invite}>
      {texts.invite}
    </Button>
  );
}

/** The columns of every field; a field without one is left out on purpose. */
function chosenColumns(
  { columns, fields }: ImportPreview,
  chosen: Record<string, Field | ''>,
): NonNullable<Mapping['columns']> {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      columns.filter((column) => (chosen[column.name] ?? column.field) === field).map(({ name }) => name),
    ]),
  );
}

const encodings = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16 LE' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
  { value: 'windows-1252', label: 'Windows-1252' },
];

const kinds = { status: 'statuses', priority: 'priorities', type: 'types' } as const;

const mergeWords = (stored: Mapping | undefined, words: Partial<Record<Word['field'], object>>): Mapping =>
  Object.fromEntries(
    (Object.keys(words) as Word['field'][]).map((field) => [
      kinds[field],
      { ...stored?.[kinds[field]], ...words[field] },
    ]),
  );

const wordOptions = (field: Word['field']): { value: string; label: string }[] =>
  choicesOf(field).map((value) => ({ value, label: choiceLabel(field, value) }));

/** An administrator of the instance also finds people who are not yet members of the project. */
const accountsToChoose = (members: readonly ImportMember[], { account }: Named): readonly ImportMember[] =>
  account && !members.some(({ id }) => id === account.id) ? [...members, account] : members;

const personName = ({ email, login, name }: Named) => email ?? login ?? name;
const personText = ({ name, email }: Named) => (email && email !== name ? `${name} (${email})` : name);

function chosenPerson(person: Named, people: Record<string, string | null>): string {
  const chosen = people[personName(person)];
  if (chosen === null) return 'none';
  return chosen ?? person.account?.id ?? (person.isLeftOut ? 'none' : 'placeholder');
}

function withPerson(
  people: Record<string, string | null>,
  person: Named,
  value: string,
): Record<string, string | null> {
  const { [personName(person)]: _former, ...others } = people;
  return value === 'placeholder'
    ? others
    : { ...others, [personName(person)]: value === 'none' ? null : value };
}
