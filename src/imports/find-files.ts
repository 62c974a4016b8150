import { importLimits } from './import-limits.ts';
import type { SourceFileReference, SourceMember } from './source-ticket.ts';
import { type Survey, shownName } from './survey-source.ts';

/** A file of an archive that becomes an attachment of a ticket. */
export interface FoundFile {
  /** The `sourceId` of the ticket. */
  of: string;
  file: SourceFileReference;
  /** The strings by which the texts of the ticket refer to the file. */
  inTexts: string[];
  member: SourceMember;
}

export interface FoundFiles {
  /** By `sourceId` of the ticket. */
  byTicket: Map<string, FoundFile[]>;
  total: number;
  bytes: number;
}

/**
 * Finds the files that tickets refer to, by matching the ends of paths in the archives, and reports the missing ones. A
 * file that several tickets refer to becomes an attachment of each.
 */
export function findFiles(survey: Survey, bytesMax: number): FoundFiles {
  const { files, members, tally } = survey;
  const wanted = new Set(files.flatMap(({ file }) => file.paths.map(foldPath)));
  const byEnd = new Map<string, SourceMember>();
  for (const member of members)
    for (const end of pathEndings(foldPath(member.path)))
      if (wanted.has(end) && !byEnd.has(end)) byEnd.set(end, member);
  const found: FoundFiles = { byTicket: new Map(), total: 0, bytes: 0 };
  const linked = new Set<string>();
  for (const { of, file } of files) {
    if (survey.references.get(of) !== of) {
      tally.lose(
        'attached files of items that are not tickets, such as pull requests',
        shownName(survey, of),
      );
      continue;
    }
    const member = file.paths.map((path) => byEnd.get(foldPath(path))).find((match) => match !== undefined);
    const ofTicket = found.byTicket.get(of) ?? [];
    const inTexts = file.inText === undefined ? [] : [file.inText];
    const same = ofTicket.find((other) => other.member === member);
    if (same) same.inTexts.push(...inTexts);
    else if (!member) countMissing(survey, linked, of, file);
    else if (member.bytes > bytesMax)
      tally.lose(`attached files of more than ${bytesMax} bytes`, shownName(survey, of));
    else if (ofTicket.length >= importLimits.filesPerTicketMax)
      tally.lose('attached files beyond 200 of a ticket', shownName(survey, of));
    else {
      tally.keep('attachments', shownName(survey, of));
      found.byTicket.set(of, [...ofTicket, { of, file, inTexts, member }]);
      found.total++;
      found.bytes += member.bytes;
    }
  }
  return found;
}

function countMissing(survey: Survey, linked: Set<string>, of: string, file: SourceFileReference): void {
  const { tally } = survey;
  if (file.url === undefined) {
    tally.lose('attached files that are not among the files of the import', shownName(survey, of));
    return;
  }
  // A change is counted once for each ticket.
  if (linked.has(of)) return;
  linked.add(of);
  tally.change('attached files are not fetched; they became links in the description', shownName(survey, of));
}

/** Yields `a/b/c`, `b/c` and `c` for `a/b/c`. */
function* pathEndings(path: string): Generator<string> {
  yield path;
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    yield path.slice(slash + 1);
}

/** Normalizes a path, because programs compose accented letters differently. */
const foldPath = (path: string) => path.normalize('NFC').toLowerCase();
