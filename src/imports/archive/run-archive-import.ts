import { type ArchivedRow, type ArchiveKind, archiveKinds } from '../../archives/index.ts';
import { assertRoom } from '../../attachments/index.ts';
import type { EventType } from '../../events/index.ts';
import { DatabaseUnavailable, type Tx } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { ticketImport } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { type FidelityReport, FidelityTally, namesShown } from '../fidelity-report.ts';
import type { ImportLease, ImportTask } from '../import-task.ts';
import { ensureLabels } from '../writing/ensure-names.ts';
import { ensurePlaceholders, matchPeople, recordGuests } from '../writing/match-people.ts';
import { type AdoptedIds, adoptId } from './adopt-ids.ts';
import * as store from './archive-row-store.ts';
import { newRowChecks } from './fill-rows.ts';
import { type ArchiveSurvey, surveyArchive } from './survey-archive.ts';
import { walkArchive } from './walk-archive.ts';
import { type RowWriter, readColumns, writeRows } from './write-rows.ts';

export interface ArchiveSettings {
  storage: Storage;
  eventCatalogue: readonly EventType[];
  workspaceBytesMax: number;
}

const ticketsPerRecount = 200;

/** Kinds that are not inserted row by row. */
const handledApart = ['people', 'projects', 'labels', 'formerKeys', 'lastNumbers', 'parents'];

/**
 * Reads the archive twice: first to check all of it, so that a damaged one changes nothing, then to write. Every step can be
 * repeated: an import that was interrupted begins anew and skips the rows that it has written.
 */
export async function runArchiveImport(
  scope: Scope,
  task: ImportTask,
  lease: ImportLease,
  settings: ArchiveSettings,
): Promise<FidelityReport> {
  const [file, more] = task.files;
  if (!file || more) throw new Refusal('VALIDATION_ERROR', 'An import of an archive has exactly one file.');
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
  const { matched, unmatched } = await matchPeople(scope.db.reads, project, survey.people, task.people);
  const labels = await ensureLabels(scope, project, survey.labels, !task.isDryRun);
  const report = draftReport(task, survey, { matched: matched.size, unmatched, labels });
  if (survey.missingFiles > 0)
    tally.lose('files that the archive lacks or has damaged', file.name, survey.missingFiles);
  for (const [name, count] of survey.counts)
    if (count > 0 && !archiveKinds.some((kind) => kind.name === name) && name !== 'people')
      tally.lose(`${name}, which this Docket does not know`, file.name, count);
  const salt =
    (await store.findSalt(scope.db.reads, project.id, survey.project.id)) ??
    (survey.isTaken ? project.id : '');
  const placeholders = task.isDryRun
    ? new Map()
    : await ensurePlaceholders(scope.db, project, task.product, unmatched, task.createdAt);
  const people = [...matched, ...placeholders].map(([id, person]) => [id, person.id] as const);
  const ids: AdoptedIds = {
    project: {
      id: project.id,
      sourceId: survey.project.id,
      workspaceId: project.workspaceId,
      sourceWorkspaceId: String(survey.project.workspaceId),
    },
    people: new Map(people),
    labels: labels.ids,
    salt,
  };
  if (task.isDryRun) {
    await countPresent(scope, task, ids, report);
    return { ...report, ...tally.present(), kept: keptOf(survey) };
  }
  await recordGuests(scope.db, project, matched.values());
  const writer: RowWriter = {
    ids,
    importId: task.id,
    importerId: scope.actor.userId,
    checks: newRowChecks(settings.eventCatalogue),
    columns: await readColumns(scope.db),
    tally,
    sourceKey: survey.project.key,
    targetKey: project.key,
  };
  const run = new ArchiveImport({
    scope,
    task,
    lease,
    settings,
    survey,
    writer,
    report,
    members: new Set(matched.keys()),
  });
  await run.run();
  return { ...report, ...tally.present(), kept: keptOf(survey) };
}

function draftReport(
  task: ImportTask,
  { counts, people, labels: given }: ArchiveSurvey,
  found: {
    matched: number;
    unmatched: ReadonlyMap<string, { name?: string | undefined; email?: string | undefined }>;
    labels: { missing: string[] };
  },
): FidelityReport {
  const of = (kind: string) => counts.get(kind) ?? 0;
  const { missing } = found.labels;
  return {
    dryRun: task.isDryRun,
    tickets: { total: of('tickets'), created: 0, existing: 0 },
    comments: { total: of('comments'), created: 0 },
    attachments: { total: of('attachments'), created: 0 },
    people: {
      total: people.size,
      matched: found.matched,
      placeholderCount: found.unmatched.size,
      placeholders: [...found.unmatched.values()]
        .slice(0, namesShown)
        .map(({ name, email }) => name ?? email ?? ''),
    },
    labels: { total: given.size, createdCount: missing.length, created: missing.slice(0, namesShown) },
    groups: { total: of('groups'), createdCount: 0, created: [] },
    links: { total: of('relations') + of('parents'), created: 0 },
    words: [],
    kept: [],
    changed: [],
    lost: [],
  };
}

const keptOf = ({ counts }: ArchiveSurvey) =>
  [...counts]
    .filter(([name, count]) => count > 0 && archiveKinds.some((kind) => kind.name === name))
    .map(([what, count]) => ({ what, count, examples: [] }))
    .toSorted((a, b) => b.count - a.count);

/** For the dry run: how many of the tickets the project has already. */
async function countPresent(
  scope: Scope,
  task: ImportTask,
  ids: AdoptedIds,
  report: FidelityReport,
): Promise<void> {
  const kind = archiveKinds.find(({ name }) => name === 'tickets') as ArchiveKind;
  const [file] = task.files;
  for await (const item of file ? walkArchive(file) : []) {
    if ('file' in item) for await (const _ of item.content);
    if (!('rows' in item) || item.kind !== 'tickets') continue;
    const wanted = item.rows.flatMap(({ id }) => (typeof id === 'string' ? [adoptId(ids, id)] : []));
    report.tickets.existing += (
      await store.listIdsIn(scope.db.workerReads, kind, ids.project.id, wanted)
    ).length;
  }
  report.tickets.created = report.tickets.total - report.tickets.existing;
  const isNew = report.tickets.existing === 0;
  report.comments.created = isNew ? report.comments.total : 0;
  if (report.attachments) report.attachments.created = isNew ? report.attachments.total : 0;
  report.links.created = report.links.total;
}

interface ImportParts {
  scope: Scope;
  task: ImportTask;
  lease: ImportLease;
  settings: ArchiveSettings;
  survey: ArchiveSurvey;
  writer: RowWriter;
  report: FidelityReport;
  /** Those of the archive's people who have an account here. */
  members: ReadonlySet<string>;
}

/** One reading of the archive that writes. */
class ArchiveImport {
  readonly #parts: ImportParts;
  #done = 0;
  readonly #ticketIds: string[] = [];
  readonly #commentIds = new Set<string>();
  /** Attachments whose files did not come yet, and those whose files are stored. */
  #waiting: ArchivedRow[] = [];
  #stored: { key: string; row: ArchivedRow }[] = [];

  constructor(parts: ImportParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const [file] = this.#parts.task.files;
    if (!file) return;
    await this.#adoptProject();
    for await (const item of walkArchive(file)) {
      if ('rows' in item) await this.#take(item.kind, item.rows);
      else if ('file' in item) await this.#takeFile(item.file, item.content);
    }
    await this.#writeAttachments();
    await this.#recount();
  }

  #transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const progress = { step: 'records' as const, done: this.#done, total: this.#parts.survey.total };
    return this.#parts.scope.db
      .transaction(async (tx) => {
        await this.#parts.lease.hold(tx, progress);
        return work(tx);
      })
      .catch((error: unknown) => {
        if (!isRefusedByTable(error)) throw error;
        throw new Refusal(
          'VALIDATION_ERROR',
          'The archive has a row that this Docket cannot store: a value is too long, missing or not allowed. What was imported before it stays. Export the project again.',
        );
      });
  }

  /** The settings of the project, if it has no tickets yet, and how ids are made. */
  async #adoptProject(): Promise<void> {
    const { ids, checks, tally } = this.#parts.writer;
    const { workflow, estimateUnit, description } = this.#parts.survey.project;
    const isValid = checks.projects?.(this.#parts.survey.project) === true;
    const about = typeof description === 'string' ? description : null;
    const isAdopted = await this.#transact(async (tx) => {
      await store.insertSalt(tx, {
        projectId: ids.project.id,
        sourceId: ids.project.sourceId,
        salt: ids.salt,
      });
      return store.adoptSettings(tx, {
        projectId: ids.project.id,
        workflow: isValid && workflow !== undefined ? JSON.stringify(workflow) : null,
        estimateUnit: String(estimateUnit ?? 'none'),
        description: about,
        descriptionFolded: about === null ? null : foldCase(about),
      });
    });
    if (!isAdopted)
      tally.change(
        'workflow, unit of estimates and description stay those of this project',
        this.#parts.survey.project.key,
      );
  }

  async #take(name: string, rows: ArchivedRow[]): Promise<void> {
    this.#done += rows.length;
    await this.#writeAttachments();
    const kind = archiveKinds.find((other) => other.name === name);
    if (name === 'attachments') this.#waiting = rows;
    else if (name === 'parents') await this.#writeParents(rows);
    else if (name === 'lastNumbers') await this.#raiseLastNumber(rows);
    else if (name === 'originalKeys') await this.#writeRows(kind as ArchiveKind, rows);
    else if (kind && !kind.isInstanceOnly && !handledApart.includes(name))
      await this.#writeRows(kind, this.#prepare(name, rows));
  }

  /** Members keep roles below that of the owner: nobody becomes an owner by a file. Events are marked, so that nobody is notified of them. */
  #prepare(name: string, rows: ArchivedRow[]): ArchivedRow[] {
    if (name === 'members')
      return rows
        .filter(({ userId }) => this.#isPerson(userId))
        .map((row) => (row.role === 'owner' ? { ...row, role: 'admin' } : row));
    if (name === 'events')
      return rows.map((row) => ({ ...row, data: { ...(row.data as object), imported: true } }));
    return rows;
  }

  /** Placeholders are no members: they can do nothing. */
  #isPerson(id: unknown): boolean {
    return typeof id === 'string' && this.#parts.members.has(id);
  }

  async #writeRows(kind: ArchiveKind, rows: ArchivedRow[]): Promise<void> {
    const written = await this.#transact((tx) => writeRows(tx, this.#parts.writer, kind, rows));
    const report = this.#parts.report;
    if (kind.name === 'tickets') {
      this.#ticketIds.push(...written.ids);
      report.tickets.created += written.created;
      report.tickets.existing += written.existing;
    } else if (kind.name === 'comments') {
      report.comments.created += written.created;
      for (const { parent_id: id } of written.inserted) if (typeof id === 'string') this.#commentIds.add(id);
    } else if (kind.name === 'relations') report.links.created += written.created;
    else if (kind.name === 'groups') {
      report.groups.createdCount += written.created;
      const names = written.inserted.map(({ name }) => String(name));
      report.groups.created.push(...names.slice(0, namesShown - report.groups.created.length));
    } else if (kind.name === 'fields')
      await this.#transact((tx) => store.recountFields(tx, this.#parts.writer.ids.project.id));
    for (const { comment_id: id } of written.inserted) if (typeof id === 'string') this.#commentIds.add(id);
  }

  async #writeParents(rows: ArchivedRow[]): Promise<void> {
    const { ids } = this.#parts.writer;
    const kind = archiveKinds.find(({ name }) => name === 'tickets') as ArchiveKind;
    const pairs = rows.flatMap(({ id, parentId }) =>
      typeof id === 'string' && typeof parentId === 'string'
        ? [{ id: adoptId(ids, id), parentId: adoptId(ids, parentId) }]
        : [],
    );
    this.#parts.report.links.created += await this.#transact(async (tx) => {
      await ticketImport.lockRelations(tx);
      const wanted = [...new Set(pairs.flatMap(({ id, parentId }) => [id, parentId]))];
      const found = new Set(await store.listIdsIn(tx, kind, ids.project.id, wanted));
      let set = 0;
      for (const { id, parentId } of pairs) {
        if (!found.has(id) || !found.has(parentId) || (await ticketImport.wouldCreateCycle(tx, id, parentId)))
          continue;
        set += await store.setParentRow(tx, id, parentId);
      }
      return set;
    });
  }

  async #raiseLastNumber(rows: ArchivedRow[]): Promise<void> {
    const { ids } = this.#parts.writer;
    const row = rows.find(({ id }) => id === ids.project.sourceId);
    const number = Number(row?.lastNumber);
    if (!Number.isSafeInteger(number) || number < 0 || number > 100_000_000) return;
    await this.#transact((tx) => store.raiseLastNumber(tx, ids.project.id, number));
  }

  /** Stores the bytes of a file. Its row follows with those of the same part; what a crash leaves, the sweep of files deletes. */
  async #takeFile(fileKey: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { storage } = this.#parts.settings;
    const row = this.#waiting.find((waiting) => waiting.fileKey === fileKey);
    const isWanted = row && !(await this.#isPresent(row));
    if (!isWanted) {
      for await (const _ of content);
      return;
    }
    const stored = await storage.put(content);
    if (stored.sha256 !== row.sha256) return storage.delete(stored.key);
    this.#stored.push({ key: stored.key, row: { ...row, fileKey: stored.key, size: stored.bytes } });
    await this.#parts.lease.report({ step: 'records', done: this.#done, total: this.#parts.survey.total });
  }

  async #isPresent({ id }: ArchivedRow): Promise<boolean> {
    const kind = archiveKinds.find(({ name }) => name === 'attachments') as ArchiveKind;
    const wanted = typeof id === 'string' ? [{ id: adoptId(this.#parts.writer.ids, id) }] : [];
    return (await store.listPresentKeys(this.#parts.scope.db.reads, kind, wanted)).length > 0;
  }

  async #writeAttachments(): Promise<void> {
    const stored = this.#stored;
    this.#waiting = [];
    this.#stored = [];
    if (stored.length === 0) return;
    const kind = archiveKinds.find(({ name }) => name === 'attachments') as ArchiveKind;
    const kept = new Set<unknown>();
    try {
      const bytes = stored.reduce((sum, { row }) => sum + Number(row.size), 0);
      const { id } = this.#parts.writer.ids.project;
      await assertRoom(this.#parts.scope.db.reads, id, this.#parts.settings.workspaceBytesMax, bytes);
      const rows = stored.map(({ row }) => row);
      const { inserted } = await this.#transact((tx) => writeRows(tx, this.#parts.writer, kind, rows));
      for (const { file_key: key } of inserted) kept.add(key);
      const { attachments } = this.#parts.report;
      if (attachments) attachments.created += inserted.length;
    } finally {
      for (const { key } of stored) if (!kept.has(key)) await this.#parts.settings.storage.delete(key);
    }
  }

  async #recount(): Promise<void> {
    const inSteps = async (all: string[], work: (tx: Tx, step: string[]) => Promise<unknown>) => {
      for (let start = 0; start < all.length; start += ticketsPerRecount)
        await this.#transact((tx) => work(tx, all.slice(start, start + ticketsPerRecount)));
    };
    await inSteps(this.#ticketIds, async (tx, step) => {
      await store.recountTicketRows(tx, step);
      const missing = await store.listTicketsWithoutHistory(tx, step);
      if (missing.length > 0)
        await ticketImport.recordMissingCreations(tx, missing, this.#parts.scope.actor.userId, newId);
    });
    await inSteps([...this.#commentIds], store.recountCommentRows);
  }
}

/** SQLite and PostgreSQL name constraints in their messages. */
const isRefusedByTable = (error: unknown) =>
  error instanceof Error &&
  !(error instanceof DatabaseUnavailable) &&
  /constraint|null value in column|invalid byte sequence/i.test(error.message);
