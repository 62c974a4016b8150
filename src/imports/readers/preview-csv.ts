import type { CsvEncoding, CsvFormat, CsvSeparator } from '../parsing/csv-rows.ts';
import { readCsvRows } from '../parsing/csv-rows.ts';
import { FileProblem } from '../parsing/file-problem.ts';
import { type CsvField, csvFieldNames, matchColumns } from './csv.ts';
import { fold } from './map-words.ts';
import type { ImportMapping } from './reader.ts';

const rowsShown = 10;
const cellLength = 200;
const columnsShown = 200;

/** The beginning of a CSV file as the mapping reads it. */
export interface CsvPreview {
  file: string;
  encoding: CsvEncoding;
  separator: CsvSeparator;
  columns: { name: string; field: CsvField | null }[];
  rows: { line: number; cells: string[] }[];
  fields: CsvField[];
}

type PreviewedFile = { name: string; again: () => AsyncIterable<Uint8Array> };

/** Text that is not UTF-8 is shown as Windows-1252, for the caller to confirm: the import itself never guesses. */
export async function previewCsv(file: PreviewedFile, mapping: ImportMapping): Promise<CsvPreview> {
  try {
    return await readHead(file, mapping, mapping);
  } catch (error) {
    const isEncoding = error instanceof FileProblem && error.message.includes(', encoding: ');
    if (!isEncoding || mapping.encoding !== undefined) throw error;
    return readHead(file, mapping, { ...mapping, encoding: 'windows-1252' });
  }
}

async function readHead(file: PreviewedFile, mapping: ImportMapping, format: CsvFormat): Promise<CsvPreview> {
  let found: Pick<CsvPreview, 'encoding' | 'separator'> = { encoding: 'utf-8', separator: ',' };
  let header: string[] | undefined;
  const rows: { line: number; cells: string[] }[] = [];
  const source = { name: file.name, chunks: file.again() };
  for await (const { line, cells } of readCsvRows(source, format, (used) => {
    found = used;
  })) {
    if (!header) header = cells.map((cell) => cell.trim());
    else if (rows.push({ line, cells }) === rowsShown) break;
  }
  if (!header)
    throw new FileProblem(
      file.name,
      'line 1',
      'the file is empty; its first line must have the column names.',
    );
  const { columns } = matchColumns(file, header, mapping);
  const fieldOf = new Map([...columns].flatMap(([field, indexes]) => indexes.map((index) => [index, field])));
  // Columns of one name are read as one field.
  const byName = new Map(
    header.toReversed().map((name, index, { length }) => [fold(name), length - 1 - index]),
  );
  const shown = [...byName.values()]
    .filter((index) => header?.[index] !== '')
    .sort((a, b) => a - b)
    .slice(0, columnsShown);
  return {
    file: file.name,
    ...found,
    columns: shown.map((index) => ({
      name: (header?.[index] ?? '').slice(0, cellLength).toWellFormed(),
      field: fieldOf.get(index) ?? null,
    })),
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: shown.map((index) =>
        (cells[index] ?? '').slice(0, cellLength).replaceAll('\0', ' ').toWellFormed(),
      ),
    })),
    fields: csvFieldNames,
  };
}
