import { type ArchivedRow, type ArchiveKind, archiveKinds, peopleKind } from '../../archives/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import { quoteNames } from '../../platform/error-texts.ts';
import { Refusal } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { importLimits } from '../import-limits.ts';
import type { SourcePerson } from '../source-ticket.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import * as store from './archive-row-store.ts';
import { type ArchiveContent, checkArchive } from './check-archive.ts';

/** What an archive contains for the import of one project. */
export interface ArchiveSurvey extends ArchiveContent {
  /** The imported project as the archive describes it. */
  project: ArchivedRow & { id: string; key: string };
  /** The people and labels, by their ids in the archive. */
  people: Map<string, SourcePerson>;
  labels: Map<string, { name: string; color: string }>;
  /** True if one of the ids belongs to a row of this Docket outside of the project. */
  isTaken: boolean;
}

interface Wanted {
  file: ReadableFile;
  queries: Queries;
  projectId: string;
  /** The key of the project in the archive; if undefined, the only project or the one with the target's key. */
  sourceKey: string | undefined;
  targetKey: string;
  onBatch: (rows: number) => Promise<void>;
}

const withOwnIds = archiveKinds.filter(({ key, refs }) => key[0] === 'id' && !refs?.id);

export async function surveyArchive(wanted: Wanted): Promise<ArchiveSurvey> {
  const notes: Notes = { people: new Map(), labels: new Map(), projects: [] };
  let isTaken = false;
  const content = await checkArchive(
    wanted.file,
    async (kind, rows) => {
      for (const row of rows) note(kind, row, notes);
      isTaken ||= await hasTakenId(wanted, kind, rows);
    },
    wanted.onBatch,
  );
  const { people, labels, projects } = notes;
  return { ...content, project: choose(projects, wanted), people, labels, isTaken };
}

type Notes = Pick<ArchiveSurvey, 'people' | 'labels'> & { projects: ArchiveSurvey['project'][] };

function note(kind: string, row: ArchivedRow, { people, labels, projects }: Notes): void {
  const { id, name, email, key, color } = row;
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
    `The archive has the projects ${quoteNames(keys)}. Say which one to import: --from KEY, or "project" in the mapping.`,
  );
}
