import { createHash } from 'node:crypto';
import { type ArchivedRow, type ArchiveKind, archiveKinds, peopleKind } from '../../archives/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { importLimits } from '../import-limits.ts';
import type { SourcePerson } from '../source-ticket.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import * as store from './archive-row-store.ts';
import { walkArchive } from './walk-archive.ts';

/** What an archive has, found by reading and checking all of it before anything is written. */
export interface ArchiveSurvey {
  /** The project that is imported, as the archive has it. */
  project: ArchivedRow & { id: string; key: string };
  /** By the id in the archive. */
  people: Map<string, SourcePerson>;
  labels: Map<string, { name: string; color: string }>;
  /** The rows of each kind. */
  counts: Map<string, number>;
  total: number;
  /** Files that the storage of the other Docket lacked, or whose bytes differ from what was uploaded. */
  missingFiles: number;
  /** Whether a row of this Docket outside of the project has one of the ids. */
  isTaken: boolean;
}

interface Wanted {
  file: ReadableFile;
  queries: Queries;
  projectId: string;
  /** The key in an archive of several projects; undefined: the only one, or that of the same key. */
  sourceKey: string | undefined;
  targetKey: string;
  onBatch: (rows: number) => Promise<void>;
}

const withOwnIds = archiveKinds.filter(({ key, refs }) => key[0] === 'id' && !refs?.id);

export async function surveyArchive(wanted: Wanted): Promise<ArchiveSurvey> {
  const people: ArchiveSurvey['people'] = new Map();
  const labels: ArchiveSurvey['labels'] = new Map();
  const counts: ArchiveSurvey['counts'] = new Map();
  const projects: ArchiveSurvey['project'][] = [];
  const files = new Map<string, string>();
  let total = 0;
  let missingFiles = 0;
  let isTaken = false;
  for await (const item of walkArchive(wanted.file)) {
    if ('rows' in item) {
      counts.set(item.kind, (counts.get(item.kind) ?? 0) + item.rows.length);
      total += item.rows.length;
      for (const row of item.rows) note(item.kind, row, { people, labels, projects, files });
      isTaken ||= await hasTakenId(wanted, item.kind, item.rows);
      await wanted.onBatch(total);
    } else if ('file' in item) {
      const hash = createHash('sha256');
      for await (const chunk of item.content) hash.update(chunk);
      const expected = files.get(item.file);
      files.delete(item.file);
      if (hash.digest('hex') !== expected) missingFiles++;
      await wanted.onBatch(total);
    }
  }
  missingFiles += files.size;
  return { project: choose(projects, wanted), people, labels, counts, total, missingFiles, isTaken };
}

type Notes = Pick<ArchiveSurvey, 'people' | 'labels'> & {
  projects: ArchiveSurvey['project'][];
  /** The hash of each file whose bytes did not come yet. */
  files: Map<string, string>;
};

function note(kind: string, row: ArchivedRow, { people, labels, projects, files }: Notes): void {
  const { id, name, email, key, color, fileKey, sha256 } = row;
  if (kind === 'attachments') files.set(String(fileKey), String(sha256));
  if (typeof id !== 'string' || !isId(id)) return;
  if (kind === peopleKind.name && people.size < importLimits.peopleMax)
    people.set(id, { ...text('email', email), ...text('name', name) });
  if (kind === 'labels' && labels.size < importLimits.labelsMax)
    labels.set(id, { name: String(name), color: String(color) });
  if (kind === 'projects') projects.push({ ...row, id, key: String(key) });
}

const text = (field: 'email' | 'name', value: unknown) =>
  typeof value === 'string' && value !== '' ? { [field]: value.slice(0, 320) } : {};

async function hasTakenId(wanted: Wanted, name: string, rows: ArchivedRow[]): Promise<boolean> {
  const kind: ArchiveKind | undefined = withOwnIds.find((other) => other.name === name);
  if (!kind) return false;
  const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return ids.length > 0 && store.hasIdElsewhere(wanted.queries, kind, wanted.projectId, ids);
}

function choose(projects: ArchiveSurvey['project'][], { sourceKey, targetKey }: Wanted) {
  const keys = projects.map(({ key }) => key);
  const named = projects.find(({ key }) => key === (sourceKey ?? targetKey));
  const found = named ?? (projects.length === 1 && sourceKey === undefined ? projects[0] : undefined);
  if (found) return found;
  throw new Refusal(
    'VALIDATION_ERROR',
    `The archive has the projects ${keys.slice(0, 50).join(', ')}. Say which one to import: --from KEY, or "project" in the mapping.`,
  );
}
