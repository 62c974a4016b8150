import { type ArchivedRow, findKind, kindNamed } from '../../archives/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Scope } from '../../users/index.ts';
import { type FidelityReport, FidelityTally, namesShown } from '../fidelity-report.ts';
import type { ImportLease, ImportTask, ProjectImportTask } from '../import-task.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import { ensureLabels } from '../writing/ensure-names.ts';
import { ensurePlaceholders, matchPeople, recordGuests } from '../writing/match-people.ts';
import { type AdoptedIds, newProjectIds } from './adopt-ids.ts';
import { ArchiveImport, type ArchiveSettings, markEvents } from './archive-import.ts';
import * as store from './archive-row-store.ts';
import { tallyLosses } from './check-archive.ts';
import { newRowChecks } from './fill-rows.ts';
import { type ArchiveSurvey, surveyArchive } from './survey-archive.ts';
import { walkArchive } from './walk-archive.ts';
import { type RowWriter, readColumns } from './write-rows.ts';

/** The kinds that are not imported because the target project has its own. */
const keptHere = ['people', 'projects', 'labels', 'formerKeys'];

/**
 * Reads the archive twice: first to check all of it, so that a damaged archive changes nothing, then to write. Every
 * step can be repeated: an interrupted import starts again and skips the rows that it has written.
 */
export async function runArchiveImport(
  scope: Scope,
  task: ProjectImportTask,
  lease: ImportLease,
  settings: ArchiveSettings,
): Promise<FidelityReport> {
  const file = getOnlyFile(task);
  const { project } = task;
  const survey = await surveyArchive({
    file,
    queries: scope.db.workerReads,
    projectId: project.id,
    sourceKey: task.mapping.project,
    targetKey: project.key,
    onBatch: (done) => lease.report({ step: 'reading', done, total: 0 }),
  });
  await lease.report({ step: 'people', done: 0, total: survey.people.size });
  const tally = new FidelityTally();
  const { matched, unmatched } = await matchPeople(
    scope.db.reads,
    project,
    scope.actor,
    survey.people,
    task.people,
  );
  const labels = await ensureLabels(scope, project, survey.labels, !task.isDryRun);
  const report = draftReport(task, survey, {
    people: {
      total: survey.people.size,
      matched: matched.size,
      placeholderCount: unmatched.size,
      placeholders: [...unmatched.values()]
        .slice(0, namesShown)
        .map(({ name, email }) => name ?? email ?? ''),
    },
    labels: {
      total: survey.labels.size,
      createdCount: labels.missing.length,
      created: labels.missing.slice(0, namesShown),
    },
  });
  tallyLosses(tally, survey, file.name);
  const salt =
    (await store.findSalt(scope.db.reads, project.id, survey.project.id)) ??
    (survey.isTaken ? project.id : '');
  const placeholders = task.isDryRun
    ? new Map()
    : await ensurePlaceholders(scope.db, project, task.product, unmatched, task.createdAt);
  const people = [...matched, ...placeholders].map(([id, person]) => [id, person.id] as const);
  const source = { projectId: project.id, sourceId: survey.project.id, salt };
  const ids = newProjectIds({
    project: {
      id: project.id,
      sourceId: survey.project.id,
      workspaceId: project.workspaceId,
      sourceWorkspaceId: String(survey.project.workspaceId),
    },
    people: new Map(people),
    labels: labels.ids,
    salt,
  });
  if (task.isDryRun) {
    await countPresent(scope, file, project.id, ids, report);
    return { ...report, ...tally.present(), kept: listKeptKinds(survey) };
  }
  await recordGuests(scope.db, project, matched.values());
  const writer: RowWriter = {
    ids,
    importId: task.id,
    importerId: scope.actor.userId,
    checks: newRowChecks(settings.eventCatalogue, ['project']),
    columns: await readColumns(scope.db),
    tally,
    projectId: project.id,
    keys: new Map([[project.id, { inArchive: survey.project.key, here: project.key }]]),
  };
  const choose = newChoice(new Set(matched.keys()));
  const run = new ArchiveImport({
    scope,
    file,
    lease,
    settings,
    total: survey.total,
    writer,
    report,
    choose,
  });
  await run.transact((tx) => store.insertSalt(tx, source));
  await adoptSettings(run, writer, project.id, survey.project);
  await run.run();
  return { ...report, ...tally.present(), kept: listKeptKinds(survey) };
}

export function getOnlyFile({ files: [file, more] }: Pick<ImportTask, 'files'>): ReadableFile {
  if (file && !more) return file;
  throw new Refusal('VALIDATION_ERROR', 'An import of an archive has exactly one file.');
}

/**
 * Chooses the rows to write. `members` are the people of the archive who have an account here: only they become
 * members, because placeholder accounts can do nothing.
 */
const newChoice =
  (members: ReadonlySet<unknown>) =>
  (name = '', rows: ArchivedRow[] = []) => {
    if (keptHere.includes(name) || findKind(name)?.isInstanceOnly) return [];
    if (name === 'events') return [{ name, rows: markEvents(rows) }];
    if (name !== 'members') return [{ name, rows }];
    // A file must not make anybody the owner of a project.
    const kept = rows
      .filter(({ userId }) => members.has(userId))
      .map((row) => (row.role === 'owner' ? { ...row, role: 'admin' } : row));
    return [{ name, rows: kept }];
  };

/** Takes over the workflow, estimate unit and description of the archive if the project has no tickets yet. */
async function adoptSettings(
  run: ArchiveImport,
  { checks, tally }: RowWriter,
  projectId: string,
  project: ArchiveSurvey['project'],
): Promise<void> {
  const { workflow, estimateUnit, description } = project;
  const isValid = checks.projects?.(project) === true;
  const about = typeof description === 'string' ? description : null;
  const isAdopted = await run.transact((tx) =>
    store.adoptSettings(tx, {
      projectId,
      workflow: isValid && workflow !== undefined ? JSON.stringify(workflow) : null,
      estimateUnit: String(estimateUnit ?? 'none'),
      description: about,
      descriptionFolded: about === null ? null : foldCase(about),
    }),
  );
  if (!isAdopted)
    tally.change('workflow, unit of estimates and description stay those of this project', project.key);
}

/** Makes the report before anything is written. */
export function draftReport(
  { isDryRun }: ImportTask,
  { counts }: Pick<ArchiveSurvey, 'counts'>,
  found: Pick<FidelityReport, 'people' | 'labels'>,
): FidelityReport {
  const of = (kind: string) => counts.get(kind) ?? 0;
  return {
    dryRun: isDryRun,
    tickets: { total: of('tickets'), created: 0, existing: 0 },
    comments: { total: of('comments'), created: 0 },
    attachments: { total: of('attachments'), created: 0 },
    ...found,
    groups: { total: of('groups'), createdCount: 0, created: [] },
    links: { total: of('relations') + of('parents'), created: 0 },
    words: [],
    kept: [],
    changed: [],
    lost: [],
  };
}

export const listKeptKinds = ({ counts }: Pick<ArchiveSurvey, 'counts'>) =>
  [...counts]
    .filter(([name, count]) => count > 0 && findKind(name) && !findKind(name)?.isProof)
    .map(([name, count]) => ({ what: kindInWords(name), count, examples: [] }))
    .toSorted((a, b) => b.count - a.count);

/** `agentTaskActivities` → `agent task activities` */
const kindInWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Counts, for a dry run, the tickets that the project has already. */
async function countPresent(
  scope: Scope,
  file: ReadableFile,
  projectId: string,
  ids: AdoptedIds,
  report: FidelityReport,
): Promise<void> {
  const kind = kindNamed('tickets');
  for await (const item of walkArchive(file)) {
    if ('file' in item) for await (const _ of item.content);
    if (!('rows' in item) || item.kind !== 'tickets') continue;
    const wanted = item.rows.flatMap(({ id }) => (typeof id === 'string' ? [ids.adopt(id)] : []));
    const present = await store.listIdsIn(scope.db.workerReads, kind, projectId, wanted);
    report.tickets.existing += present.length;
  }
  expectCreated(report);
}

/** Fills in, for a dry run, how many tickets an import would create. */
export function expectCreated(report: FidelityReport): void {
  report.tickets.created = report.tickets.total - report.tickets.existing;
  const isNew = report.tickets.existing === 0;
  report.comments.created = isNew ? report.comments.total : 0;
  if (report.attachments) report.attachments.created = isNew ? report.attachments.total : 0;
  report.links.created = report.links.total;
}
