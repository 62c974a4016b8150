import type { Static } from 'typebox';
import { acceptReport, canWorkOnTask, getTaskFor, recheckKind } from '../agent-tasks/index.ts';
import {
  type Attachment,
  assertRoom,
  attachOnce,
  discardFiles,
  imageTypes,
  insertWithinLimit,
  keepOrDiscard,
  type ReceivedFile,
} from '../attachments/index.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { conflict, invalid } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Storage } from '../platform/storage/index.ts';
import { parseInput } from '../platform/validation/index.ts';
import { canEditTicket, codeLinks, getTicketFor, listCriteria, lockTicketFor } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import type { Evidence, Reporter } from './evidence.ts';
import { EvidenceInput, WorkerEvidenceInput } from './evidence-schemas.ts';
import type { EvidenceWithFiles } from './evidence-store.ts';
import { reopenForCommit } from './reopen-for-commit.ts';
import { storeEvidence, type TicketOfEvidence } from './store-evidence.ts';
import { type ReportResult, readTestReports } from './test-reports/read-test-reports.ts';

export type ReportedEvidence = Static<typeof EvidenceInput>;
type WorkerEvidence = Static<typeof WorkerEvidenceInput>;

/** What a request brings: fields alone, or fields with files, which are received after the authorization. */
export interface Upload<Input> {
  receive: () => Promise<{ input: Input; files: ReceivedFile[] }>;
  /** At least so many bytes follow. */
  bytes: number;
  workspaceBytesMax: number;
}

/** How the ticket is found: for people by its id or key, for a worker by the task whose lease it holds. */
interface Access<Input> {
  find: (queries: Queries) => Promise<{ id: string; homeId: string }>;
  lock: (tx: Tx, input: Input) => Promise<{ ticket: TicketOfEvidence; taskId: string | null }>;
  /** What follows from the evidence in the same transaction. */
  after?: (tx: Tx, input: Input, ticket: TicketOfEvidence, evidence: EvidenceWithFiles) => Promise<void>;
  reporter: Reporter;
}

/** Adds evidence to a ticket, for whoever may edit it. */
export const addEvidence = (
  scope: Scope,
  storage: Storage,
  ref: string,
  upload: Upload<ReportedEvidence>,
): Promise<EvidenceWithFiles> => reportWithFiles(scope, storage, upload, personAccess(scope, ref));

/** Adds evidence to the ticket of a task, for the worker that holds its lease. Extends the lease. */
export const addEvidenceOfTask = (
  scope: Scope,
  storage: Storage,
  taskId: string,
  upload: Upload<WorkerEvidence>,
): Promise<EvidenceWithFiles> => reportWithFiles(scope, storage, upload, workerAccess(scope, taskId));

const personAccess = ({ actor }: Scope, ref: string): Access<ReportedEvidence> => ({
  find: (queries) => getTicketFor(queries, actor, ref, canEditTicket),
  lock: async (tx) => ({ ticket: await lockTicketFor(tx, actor, ref, canEditTicket), taskId: null }),
  reporter: actor.agent ? 'agent' : 'person',
});

const workerAccess = (scope: Scope, taskId: string): Access<WorkerEvidence> => ({
  find: async (queries) => {
    const task = await getTaskFor(queries, scope.actor, taskId, canWorkOnTask);
    const { ticketId, projectId } = placeOf(task);
    return { id: ticketId, homeId: projectId };
  },
  lock: async (tx, { epoch, guilty }) => {
    const task = await acceptReport(tx, scope, taskId, epoch);
    if (guilty && task.kind !== recheckKind)
      throw invalid({ guilty: ['Guilty can only be given in a task of the kind recheck'] });
    const place = placeOf(task);
    const ticket = await codeLinks.lockTicketInProjects(tx, [place.projectId], place.ticketId);
    if (!ticket) throw conflict('The ticket of the task was deleted or moved to another project');
    return { ticket, taskId };
  },
  reporter: 'agent',
  after: async (tx, { guilty }, ticket, evidence) => {
    if (guilty) await reopenForCommit(tx, ticket, evidence, guilty, scope.clock.now());
  },
});

/** Adds evidence without files: to a ticket, or to that of a task whose lease the caller holds. */
export async function reportEvidence(
  scope: Scope,
  {
    ticket,
    task,
    epoch,
  }: { ticket?: string | undefined; task?: string | undefined; epoch?: number | undefined },
  fields: ReportedEvidence,
): Promise<EvidenceWithFiles> {
  if (task !== undefined) {
    const input = parseInput(WorkerEvidenceInput, { ...fields, epoch });
    return report(scope, input, workerAccess(scope, task));
  }
  if (ticket === undefined) throw invalid({ ticket: ['Ticket or task is required'] });
  return report(scope, parseInput(EvidenceInput, fields), personAccess(scope, ticket));
}

function placeOf({ ticketId, projectId }: { ticketId: string | null; projectId: string | null }) {
  if (ticketId === null || projectId === null)
    throw conflict('The task has no ticket, so there is nothing to show');
  return { ticketId, projectId };
}

/** Receives files, then stores them and the evidence in one transaction; or nothing of them. */
async function reportWithFiles<Input extends ReportedEvidence>(
  scope: Scope,
  storage: Storage,
  { receive, bytes, workspaceBytesMax }: Upload<Input>,
  access: Access<Input>,
): Promise<EvidenceWithFiles> {
  if (scope.repeated) return scope.repeated.value as EvidenceWithFiles;
  // Authorizes before the first byte is read; `lock` authorizes again, because an upload takes its time.
  const found = await access.find(scope.db.reads);
  const workspaceId = await assertRoom(scope.db.reads, found.homeId, workspaceBytesMax, bytes);
  const { input, files } = await receive();
  if (files.length === 0) return report(scope, input, access);
  let duplicates: ReceivedFile[] = [];
  const stored = await keepOrDiscard(storage, files, async () => {
    const result = await examine(scope, storage, found.id, input, files);
    return scope.write((tx) =>
      insertWithinLimit(tx, workspaceId, workspaceBytesMax, async () => {
        const locked = await access.lock(tx, input);
        const attached = await attachOnce(tx, scope, locked.ticket, files);
        duplicates = attached.duplicates;
        const described = { files: describeFiles(files, attached.attachments), result };
        const added = await store(tx, scope, input, { ...access, ...locked, ...described });
        return { homeId: locked.ticket.homeId, result: added };
      }),
    );
  });
  await discardFiles(storage, duplicates);
  return stored;
}

async function report<Input extends ReportedEvidence>(
  scope: Scope,
  input: Input,
  access: Access<Input>,
): Promise<EvidenceWithFiles> {
  assertHashes([], input.sha256 ?? undefined);
  if (input.kind === 'image') assertImages([]);
  return scope.write(async (tx) => {
    const locked = await access.lock(tx, input);
    return store(tx, scope, input, { ...access, ...locked, files: [], result: undefined });
  });
}

interface Described<Input> {
  after?: Access<Input>['after'];
  ticket: TicketOfEvidence;
  taskId: string | null;
  reporter: Reporter;
  files: ReturnType<typeof describeFiles>;
  result: JudgedReport | undefined;
}

async function store<Input extends ReportedEvidence>(
  tx: Tx,
  { actor, clock }: Scope,
  input: Input,
  { ticket, taskId, reporter, files, result, after }: Described<Input>,
): Promise<EvidenceWithFiles> {
  const now = clock.now();
  const evidence = await storeEvidence(tx, actor, ticket, {
    evidence: {
      ...describeEvidence(input, result),
      id: newId(now),
      ticketId: ticket.id,
      taskId,
      authorId: actor.userId,
      createdAt: now,
    },
    files,
    reporter,
    testNames: result?.names,
    now,
  });
  await after?.(tx, input, ticket, evidence);
  return evidence;
}

/** What reports say, judged by the names of tests that a criterion has. */
type JudgedReport = ReportResult & { names: string | null };

/** Refuses files that are not what the caller says they are, and reads test reports, outside of the transaction. */
async function examine(
  { db }: Scope,
  storage: Storage,
  ticketId: string,
  { kind, criterionId, sha256 }: ReportedEvidence,
  files: readonly ReceivedFile[],
): Promise<JudgedReport | undefined> {
  assertHashes(files, sha256 ?? undefined);
  if (kind === 'image') assertImages(files);
  if (kind !== 'test_report') return undefined;
  const names = criterionId ? await findTestNames(db.reads, ticketId, criterionId) : null;
  const result = await readTestReports(storage, files, names);
  return result && { ...result, names };
}

async function findTestNames(queries: Queries, ticketId: string, criterionId: string) {
  const criterion = (await listCriteria(queries, { ticketId })).find(({ id }) => id === criterionId);
  return criterion?.checkType === 'tests' ? criterion.checkValue : null;
}

function assertHashes(files: readonly ReceivedFile[], sha256: string | undefined): void {
  if (sha256 === undefined) return;
  const claimed = sha256.toLowerCase().split(',');
  if (claimed.length !== files.length)
    throw invalid({ sha256: ['SHA-256 must have one hash for each file, in the order of the files'] });
  const wrong = files.find((file, index) => file.sha256 !== claimed[index]);
  if (wrong)
    throw invalid({ sha256: [`${wrong.name} arrived with the SHA-256 ${wrong.sha256}. Send it again.`] });
}

/** An SVG may run scripts, so it is no image here; it can be sent as a log. */
function assertImages(files: readonly ReceivedFile[]): void {
  const types: readonly string[] = imageTypes;
  if (files.length === 0 || files.some(({ contentType }) => !types.includes(contentType)))
    throw invalid({ file: ['File must be an image: PNG, JPEG, GIF, WEBP'] });
}

type DescribedEvidence = Omit<Evidence, 'id' | 'ticketId' | 'taskId' | 'authorId' | 'decides' | 'createdAt'>;

/** A test report decides itself whether it passed. */
function describeEvidence(
  { criterionId, kind, commit, passed, summary, exitCode, url }: ReportedEvidence,
  result: ReportResult | undefined,
): DescribedEvidence {
  const hasPassed = result?.passed ?? passed;
  if (hasPassed === undefined) throw invalid({ passed: ['Passed is required'] });
  return {
    criterionId: criterionId ?? null,
    host: null,
    kind,
    commit: commit?.toLowerCase() ?? null,
    passed: hasPassed,
    summary,
    exitCode: exitCode ?? null,
    url: url ?? null,
    tests: result?.tests ?? null,
    checkName: null,
    conclusion: null,
  };
}

const describeFiles = (files: readonly ReceivedFile[], attachments: readonly Attachment[]) =>
  files.map(({ name, contentType, bytes, sha256 }, position) => ({
    position,
    attachmentId: attachments[position]?.id ?? null,
    name,
    contentType,
    size: bytes,
    sha256,
  }));
