import { importLimits } from '../import-limits.ts';
import { FileProblem } from '../parsing/file-problem.ts';
import type { OtherProduct } from '../products.ts';
import type { SourceItem } from '../source-ticket.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import { findArchiveForm, readMembers } from '../unpacking/read-members.ts';
import { cleanItem } from './clean-item.ts';
import { readCsv } from './csv.ts';
import { readGithub } from './github.ts';
import { readGithubArchive } from './github-archive.ts';
import { readGitlab, readGitlabArchive } from './gitlab.ts';
import { readJira } from './jira.ts';
import { readLinear } from './linear.ts';
import { readPlane } from './plane.ts';
import type { ArchiveReader, ImportMapping, Reader, SourceArchive } from './reader.ts';
import { readTrello } from './trello.ts';

export type { ImportMapping } from './reader.ts';

const readers: Record<OtherProduct, Reader> = {
  github: readGithub,
  gitlab: readGitlab,
  jira: readJira,
  linear: readLinear,
  plane: readPlane,
  trello: readTrello,
  csv: readCsv,
};

/**
 * Yields the tickets and comments of a file, with every text and list within the limits of Docket. For an archive it
 * also yields its files, which the tickets of any file of the import may refer to; `archive` is its position among the
 * files.
 */
export async function* readSource(
  product: OtherProduct,
  file: ReadableFile,
  mapping: ImportMapping,
  archive = 0,
): AsyncGenerator<SourceItem> {
  let tickets = 0;
  for await (const item of readFile(product, file, mapping, archive)) {
    if ('ticket' in item && ++tickets > importLimits.ticketsMax)
      throw new FileProblem(
        file.name,
        'end',
        `the file has more than ${importLimits.ticketsMax} tickets. Split it.`,
      );
    const cleaned = cleanItem(item);
    if (cleaned) yield cleaned;
  }
}

async function* readFile(
  product: OtherProduct,
  file: ReadableFile,
  mapping: ImportMapping,
  archive: number,
): AsyncGenerator<SourceItem> {
  const form = await findArchiveForm(file);
  if (!form)
    return yield* readers[product](
      { name: file.name, chunks: file.open(), again: () => file.open() },
      mapping,
    );
  const source = { name: file.name, members: () => readMembers(file, form) };
  for await (const item of archiveReader(product)(source, mapping)) {
    if ('listed' in item) {
      const { path, bytes } = item.listed;
      yield { member: { archive, path, bytes } };
    } else yield item;
  }
}

const archiveReaders: Partial<Record<OtherProduct, ArchiveReader>> = {
  github: readGithubArchive,
  gitlab: readGitlabArchive,
};
const archiveReader = (product: OtherProduct): ArchiveReader =>
  archiveReaders[product] ?? ((archive, mapping) => readTopFiles(product, archive, mapping));

/** Reads tickets only from files at the top of an archive, because attached files below can be of the same kinds. */
async function* readTopFiles(
  product: OtherProduct,
  archive: SourceArchive,
  mapping: ImportMapping,
): ReturnType<ArchiveReader> {
  for await (const member of archive.members()) {
    yield { listed: member };
    if (!topTickets.test(member.path)) continue;
    const file = { name: `${archive.name}, ${member.path}`, chunks: member.content() };
    yield* readers[product](file, mapping);
  }
}

const topTickets = /^[^/]+\.(?:csv|tsv|json|ndjson)$/i;
