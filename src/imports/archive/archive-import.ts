import { type ArchivedRow, type ArchiveKind, findKind, kindNamed, peopleKind } from '../../archives/index.ts';
import { assertRoom } from '../../attachments/index.ts';
import type { EventType } from '../../events/index.ts';
import { DatabaseUnavailable, type Tx, UniqueViolation } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { ticketImport } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { raiseLastNumber } from '../../workspaces/index.ts';
import { type FidelityReport, namesShown } from '../fidelity-report.ts';
import type { ImportLease } from '../import-task.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import { newStatisticsRenewal } from '../writing/renew-statistics.ts';
import * as store from './archive-row-store.ts';
import { walkArchive } from './walk-archive.ts';
import { type RowWriter, writeRows } from './write-rows.ts';

export interface ArchiveSettings {
  storage: Storage;
  eventCatalogue: readonly EventType[];
  workspaceBytesMax: number;
}

interface ImportParts {
  scope: Scope;
  file: ReadableFile;
  lease: ImportLease;
  settings: ArchiveSettings;
  /** The number of rows in the archive, for the progress. */
  total: number;
  writer: RowWriter;
  report: FidelityReport;
  /** Chooses which of the next rows are written. Without arguments, it returns the rows it held back. */
  choose: (name?: string, rows?: ArchivedRow[]) => { name: string; rows: ArchivedRow[] }[];
}

const ticketsPerRecount = 200;
const lastNumberMax = 100_000_000;

/** Marks events as imported, so that nobody is notified of them. */
export const markEvents = (rows: ArchivedRow[]): ArchivedRow[] =>
  rows.map((row) => ({ ...row, data: { ...(row.data as object), imported: true } }));

/** Reads an archive and writes its rows. Every step can be repeated: rows that exist already are skipped. */
export class ArchiveImport {
  readonly #parts: ImportParts;
  #done = 0;
  readonly #ticketIds: string[] = [];
  readonly #commentIds = new Set<string>();
  /** Attachments whose file has not been read yet, and attachments whose file is stored. */
  #waiting: ArchivedRow[] = [];
  #stored: { key: string; row: ArchivedRow }[] = [];

  readonly #renewStatistics: (newRows: number) => Promise<void>;

  constructor(parts: ImportParts) {
    this.#parts = parts;
    this.#renewStatistics = newStatisticsRenewal(parts.scope.db);
  }

  async run(): Promise<void> {
    const { file, choose } = this.#parts;
    for await (const item of walkArchive(file)) {
      if ('rows' in item) await this.#take(item.kind, item.rows);
      else if ('file' in item) await this.#takeFile(item.file, item.content);
    }
    for (const { name, rows } of choose()) await this.#write(name, rows);
    await this.#writeAttachments();
    await this.#recount();
  }

  /** A transaction that commits only while the import belongs to this worker. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const progress = { step: 'records' as const, done: this.#done, total: this.#parts.total };
    return this.#parts.scope.db
      .transaction(async (tx) => {
        await this.#parts.lease.hold(tx, progress);
        return work(tx);
      })
      .catch((error: unknown) => {
        if (!isRefusedByTable(error)) throw error;
        throw new Refusal(
          'VALIDATION_ERROR',
          'The archive has a row that this Docket cannot store: a value is too long, missing, not allowed or a second one where only one may be. What was imported before it stays. Export again.',
        );
      });
  }

  async #take(name: string, rows: ArchivedRow[]): Promise<void> {
    this.#done += rows.length;
    await this.#writeAttachments();
    for (const chosen of this.#parts.choose(name, rows)) await this.#write(chosen.name, chosen.rows);
  }

  async #write(name: string, rows: ArchivedRow[]): Promise<void> {
    const kind = name === peopleKind.name ? peopleKind : findKind(name);
    if (!kind || kind.isProof || rows.length === 0) return;
    if (name === 'attachments') this.#waiting = rows;
    else if (name === 'parents') await this.#writeParents(rows);
    else if (name === 'lastNumbers') await this.#raiseLastNumbers(rows);
    else await this.#writeRows(kind, rows);
  }

  async #writeRows(kind: ArchiveKind, rows: ArchivedRow[]): Promise<void> {
    const written = await this.transact((tx) => writeRows(tx, this.#parts.writer, kind, rows));
    const report = this.#parts.report;
    if (kind.name === 'tickets') {
      this.#ticketIds.push(...written.ids);
      report.tickets.created += written.created;
      report.tickets.existing += written.existing;
      await this.#renewStatistics(written.created);
    } else if (kind.name === 'originalKeys') {
      await this.#renewStatistics(written.created);
    } else if (kind.name === 'comments') {
      report.comments.created += written.created;
      for (const { parent_id: id } of written.inserted) if (typeof id === 'string') this.#commentIds.add(id);
    } else if (kind.name === 'relations') report.links.created += written.created;
    else if (kind.name === 'groups') {
      report.groups.createdCount += written.created;
      const names = written.inserted.map(({ name }) => String(name));
      report.groups.created.push(...names.slice(0, namesShown - report.groups.created.length));
    } else if (kind.name === 'fields') {
      const projectIds = [...new Set(written.inserted.map((row) => row.project_id as string))];
      if (projectIds.length > 0) await this.transact((tx) => store.recountFields(tx, { projectIds }));
    }
    for (const { comment_id: id } of written.inserted) if (typeof id === 'string') this.#commentIds.add(id);
  }

  async #writeParents(rows: ArchivedRow[]): Promise<void> {
    const { ids, projectId } = this.#parts.writer;
    const pairs = rows.flatMap(({ id, parentId }) =>
      typeof id === 'string' && typeof parentId === 'string'
        ? [{ id: ids.adopt(id), parentId: ids.adopt(parentId) }]
        : [],
    );
    this.#parts.report.links.created += await this.transact(async (tx) => {
      await ticketImport.lockRelations(tx);
      const wanted = [...new Set(pairs.flatMap(({ id, parentId }) => [id, parentId]))];
      const found = new Set(await store.listIdsIn(tx, kindNamed('tickets'), projectId, wanted));
      let set = 0;
      for (const { id, parentId } of pairs) {
        if (!found.has(id) || !found.has(parentId) || (await ticketImport.wouldCreateCycle(tx, id, parentId)))
          continue;
        set += await ticketImport.setParentRow(tx, { id, parentId });
      }
      return set;
    });
  }

  async #raiseLastNumbers(rows: ArchivedRow[]): Promise<void> {
    const { ids } = this.#parts.writer;
    const numbers = rows.flatMap(({ id, lastNumber }) => {
      const homeId = typeof id === 'string' ? ids.findReference('home', id) : undefined;
      const number = Number(lastNumber);
      const isNumber = Number.isSafeInteger(number) && number >= 0 && number <= lastNumberMax;
      return homeId !== undefined && isNumber ? [{ homeId, number }] : [];
    });
    await this.transact(async (tx) => {
      for (const { homeId, number } of numbers) await raiseLastNumber(tx, { homeId, number });
    });
  }

  /** Stores the bytes of a file. Its row is written with the same part; the file sweep deletes what a crash leaves. */
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
    await this.#parts.lease.report({ step: 'records', done: this.#done, total: this.#parts.total });
  }

  async #isPresent({ id }: ArchivedRow): Promise<boolean> {
    const wanted = typeof id === 'string' ? [{ id: this.#parts.writer.ids.adopt(id) }] : [];
    const { reads } = this.#parts.scope.db;
    return (await store.listPresentKeys(reads, kindNamed('attachments'), wanted)).length > 0;
  }

  async #writeAttachments(): Promise<void> {
    const stored = this.#stored;
    this.#waiting = [];
    this.#stored = [];
    if (stored.length === 0) return;
    const kept = new Set<unknown>();
    try {
      const rows = stored.map(({ row }) => row);
      await this.#assertRoom(rows);
      const kind = kindNamed('attachments');
      const { inserted } = await this.transact((tx) => writeRows(tx, this.#parts.writer, kind, rows));
      for (const { file_key: key } of inserted) kept.add(key);
      const { attachments } = this.#parts.report;
      if (attachments) attachments.created += inserted.length;
    } finally {
      for (const { key } of stored) if (!kept.has(key)) await this.#parts.settings.storage.delete(key);
    }
  }

  async #assertRoom(rows: ArchivedRow[]): Promise<void> {
    const { scope, settings, writer } = this.#parts;
    const { reads } = scope.db;
    const adoptedTicketId = ({ ticketId }: ArchivedRow) => writer.ids.adopt(String(ticketId));
    const tickets = await store.listHomesOfTickets(reads, { ids: [...new Set(rows.map(adoptedTicketId))] });
    const homes = new Map(tickets.map(({ id, homeId }) => [id, homeId]));
    for (const [homeId, ofHome] of Map.groupBy(rows, (row) => homes.get(adoptedTicketId(row)))) {
      const bytes = ofHome.reduce((sum, { size }) => sum + Number(size), 0);
      if (homeId !== undefined) await assertRoom(reads, homeId, settings.workspaceBytesMax, bytes);
    }
  }

  async #recount(): Promise<void> {
    const inSteps = async (all: string[], work: (tx: Tx, step: string[]) => Promise<unknown>) => {
      for (let start = 0; start < all.length; start += ticketsPerRecount)
        await this.transact((tx) => work(tx, all.slice(start, start + ticketsPerRecount)));
    };
    await inSteps(this.#ticketIds, async (tx, step) => {
      await ticketImport.recountTicketRows(tx, { ids: step });
      await store.recountAttachments(tx, { ids: step });
      if (this.#parts.writer.projectId === undefined) await store.insertTicketGuests(tx, { ids: step });
      const missing = await store.listTicketsWithoutHistory(tx, { ids: step });
      if (missing.length > 0)
        await ticketImport.recordMissingCreations(tx, missing, this.#parts.scope.actor.userId, newId);
    });
    await inSteps([...this.#commentIds], ticketImport.recountCommentRows);
  }
}

/** True for a constraint violation: both engines name the constraint in the message. */
const isRefusedByTable = (error: unknown) =>
  error instanceof Error &&
  !(error instanceof DatabaseUnavailable) &&
  (error instanceof UniqueViolation ||
    /constraint|null value in column|invalid byte sequence/i.test(error.message));
