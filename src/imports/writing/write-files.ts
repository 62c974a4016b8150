import { attachmentImport } from '../../attachments/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { ticketImport } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import type { FoundFile } from '../find-files.ts';
import type { ImportLease, ImportTask } from '../import-task.ts';
import { FileProblem } from '../parsing/file-problem.ts';
import type { ArchiveMember, ReadableFile } from '../unpacking/archive-member.ts';
import { findArchiveForm, readMembers } from '../unpacking/read-members.ts';
import { type ImportedFiles, importedAttachment } from './stable-ids.ts';
import { knownPersonOrImporter, type WriteContext } from './write-tickets.ts';

export interface FileSettings {
  storage: Storage;
  workspaceBytesMax: number;
}

const idsPerLookup = 500;

/** Refuses the import before it writes if its files do not fit. Files of an earlier attempt are not counted again. */
export async function assertRoomForFiles(
  queries: Queries,
  context: ImportedFiles & Pick<WriteContext, 'project'>,
  workspaceBytesMax: number,
): Promise<void> {
  const ids = [...context.files.byTicket.values()]
    .flat()
    .map((found) => importedAttachment(context, found).id);
  let present = 0;
  for (let start = 0; start < ids.length; start += idsPerLookup)
    for (const { size } of await attachmentImport.listPresentAttachments(queries, {
      ids: ids.slice(start, start + idsPerLookup),
    }))
      present += size;
  if (ids.length > 0)
    await attachmentImport.assertRoom(
      queries,
      context.project.id,
      workspaceBytesMax,
      context.files.bytes - present,
    );
}

/**
 * Reads the archives again and stores the files that tickets of this import refer to. Returns how many are stored now.
 * Each file is stored before its row commits: the file sweep deletes what a crash in between leaves behind.
 */
export async function writeFiles(
  scope: Scope,
  task: ImportTask,
  lease: ImportLease,
  context: WriteContext,
  settings: FileSettings,
): Promise<number> {
  let done = 0;
  let created = 0;
  const report = () => lease.report({ step: 'files', done, total: context.files.total });
  const all = [...context.files.byTicket.values()].flat();
  for (const [archive, file] of task.files.entries()) {
    const wanted = Map.groupBy(
      all.filter(({ member }) => member.archive === archive),
      ({ member }) => member.path,
    );
    if (wanted.size === 0) continue;
    for await (const member of readArchiveMembers(reporting(file, report))) {
      const found = wanted.get(member.path);
      // An archive can have a path twice. The first file is the one that was found.
      if (!found || !wanted.delete(member.path)) continue;
      done += found.length;
      created += await writeMember(scope, lease, context, settings, { member, found, done });
    }
  }
  return created;
}

/** Renews the lease while an archive is read, because most of the archive may be skipped. */
const reporting = (file: ReadableFile, report: () => Promise<void>): ReadableFile => ({
  ...file,
  open: async function* (range) {
    for await (const chunk of file.open(range)) {
      await report();
      yield chunk;
    }
  },
});

async function* readArchiveMembers(file: ReadableFile): AsyncGenerator<ArchiveMember> {
  try {
    const form = await findArchiveForm(file);
    if (form) yield* readMembers(file, form);
  } catch (error) {
    throw error instanceof FileProblem ? new Refusal('VALIDATION_ERROR', error.message) : error;
  }
}

async function writeMember(
  { db }: Scope,
  lease: ImportLease,
  context: WriteContext,
  { storage, workspaceBytesMax }: FileSettings,
  { member, found, done }: { member: ArchiveMember; found: FoundFile[]; done: number },
): Promise<number> {
  const { fresh, present } = await listTargets(db.reads, context, found);
  const stored: attachmentImport.ReceivedFile[] = [];
  try {
    for (const { found: target } of fresh) {
      const [first] = stored;
      const content = first ? await storage.open(first.key) : member.content();
      if (content) stored.push(await attachmentImport.storeFile(storage, target.file.name, content));
    }
  } catch (error) {
    await discard(storage, stored);
    throw error instanceof FileProblem ? new Refusal('VALIDATION_ERROR', error.message) : error;
  }
  const rows = stored.map(({ key, bytes, sha256, name, contentType }, index) => {
    const { found: target, ticketId } = fresh[index] as (typeof fresh)[number];
    const uploaderId = knownPersonOrImporter(context, target.file.author).id;
    const made = importedAttachment(context, target);
    return { ...made, ticketId, uploaderId, fileKey: key, name, contentType, size: bytes, sha256 };
  });
  if (rows.length > 0)
    try {
      await db.transaction(async (tx) => {
        await lease.hold(tx, { step: 'files', done, total: context.files.total });
        await attachmentImport.insertImportedAttachments(tx, context.project, workspaceBytesMax, rows);
      });
    } catch (error) {
      if (error instanceof Refusal) await discard(storage, stored);
      throw error;
    }
  return present + rows.length;
}

/** Lists the tickets of this import that lack the file. Tickets that existed before stay as they are. */
async function listTargets(queries: Queries, context: WriteContext, found: FoundFile[]) {
  const { project, product, importId } = context;
  const sourceIds = [...new Set(found.map(({ of }) => of))];
  const tickets = await ticketImport.listImportedTickets(queries, {
    projectId: project.id,
    product,
    sourceIds,
  });
  const own = new Map(
    tickets.filter((row) => row.importId === importId).map(({ sourceId, ticketId }) => [sourceId, ticketId]),
  );
  const targets = found.flatMap((one) => {
    const ticketId = own.get(one.of);
    return ticketId === undefined ? [] : [{ found: one, ticketId, id: importedAttachment(context, one).id }];
  });
  const rows = await attachmentImport.listPresentAttachments(queries, { ids: targets.map(({ id }) => id) });
  const present = new Set(rows.map(({ id }) => id));
  return { fresh: targets.filter(({ id }) => !present.has(id)), present: present.size };
}

async function discard(storage: Storage, stored: { key: string }[]): Promise<void> {
  for (const { key } of stored) await storage.delete(key);
}
