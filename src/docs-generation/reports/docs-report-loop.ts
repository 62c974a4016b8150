import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  claimReport,
  type DocsReport,
  filterReportingProjects,
  finishReport,
  listDueReports,
  listRepositoryProjects,
  takeDueReport,
} from '../../projects/index.ts';
import { nextAttemptAt } from '../../releases/index.ts';
import { correctDrafts } from '../corrections/correct-drafts.ts';
import { publishCorrected } from '../corrections/publish-corrected.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
import type { ReportTask } from '../drafting-process/process-messages.ts';
import { findLinkedHost, parseRepository } from '../repository-access.ts';

export interface DocsReportContext {
  db: Database;
  clock: Clock;
  logger: Logger;
  docs: DocsGenerationContext;
}

const reportsPerStep = 20;
const waitMs = 30 * secondMs;
const errorLengthMax = 1_000;
const unexpected: Pick<Refusal, 'message' | 'retryAfterSeconds'> = {
  message: 'An unexpected error',
  retryAfterSeconds: undefined,
};

/**
 * Tells code hosts about the pull requests, tags and default branches that are due. Any number of processes may do so.
 *
 * | report             | event                             | next                                                 |
 * |--------------------|-----------------------------------|------------------------------------------------------|
 * | –, done            | a webhook, a redelivery           | due                                                  |
 * | due                | a process takes it                | taken, until longer than the work can take           |
 * | taken              | the host was told                 | done, with what was told                             |
 * | taken              | a webhook                         | taken, and due after it                              |
 * | taken              | the host failed                   | due in 1, 5, 15, 60 and 240 minutes, then done       |
 * | taken              | the process is killed             | due after the end of that time                       |
 */
export async function runDueReports(context: DocsReportContext, signal?: AbortSignal): Promise<boolean> {
  const { db, clock, docs } = context;
  const takenMs = docs.settings.timeoutMs + waitMs + minuteMs;
  const due = await listDueReports(db.reads, { now: clock.now(), limit: reportsPerStep });
  for (const { id } of due) {
    if (signal?.aborted) return false;
    const now = clock.now();
    const until = now + takenMs;
    const report = await db.transaction((tx) => takeDueReport(tx, { id, now, until }));
    if (report) await runReport(context, report, until);
  }
  return due.length === reportsPerStep;
}

export const startDocsReportLoop = ({ logger, ...context }: DocsReportContext) =>
  startBackgroundLoop({
    name: 'documentation reports',
    logger,
    intervalMs: 5 * secondMs,
    step: (signal) => runDueReports({ logger, ...context }, signal),
  });

async function runReport(context: DocsReportContext, report: DocsReport, until: number): Promise<void> {
  const { db, clock, logger } = context;
  const finish = (outcome: Partial<Parameters<typeof finishReport>[1]>) => {
    const { id, marked, state } = report;
    const done = { id, marked, state, until, now: clock.now(), dueAt: null, attempts: 0, error: null };
    return db.transaction((tx) => finishReport(tx, { ...done, ...outcome }));
  };
  try {
    const state = await tellHost(context, report);
    await finish({ state });
  } catch (error) {
    if (!(error instanceof Refusal))
      logger.error({ err: error, report: report.id }, 'Documentation report failed');
    const attempts = report.attempts + 1;
    const now = clock.now();
    const planned = nextAttemptAt(attempts, now);
    const { message, retryAfterSeconds = 0 } = error instanceof Refusal ? error : unexpected;
    const dueAt = planned === null ? null : Math.max(planned, now + retryAfterSeconds * secondMs);
    const { projectId, repository, kind, subject } = report;
    logger.warn(
      { projectId, repository, kind, subject, error: message, attempts },
      'Cannot tell the code host about documentation',
    );
    await finish({ attempts, dueAt, error: message.slice(0, errorLengthMax) });
  }
}

/** Returns what the host was told, as JSON. */
async function tellHost({ db, clock, docs }: DocsReportContext, report: DocsReport): Promise<string | null> {
  const { projectId, repository, kind, subject, hostKind, state } = report;
  if ((await filterReportingProjects(db.reads, [projectId], repository)).length === 0) return state;
  const links = (await listRepositoryProjects(db.reads, repository, null)).filter(
    ({ id }) => id === projectId,
  );
  const requested = parseRepository(links[0]?.name ?? repository);
  const { host, repo } = await findLinkedHost({ db }, docs, requested, links, hostKind);
  const address = `${host.kind}:${'apiUrl' in host ? host.apiUrl : ''}`;
  const claimed = await db.transaction((tx) => claimReport(tx, report, address, clock.now()));
  if (!claimed) return null;
  const { limits, breakBeforeOne, model, timeoutMs } = docs.settings;
  const task: ReportTask = {
    ...{ kind: 'report', host, repo, subject: { kind, name: subject }, mark: claimed.mark },
    state: claimed.state === null ? null : JSON.parse(claimed.state),
    ...{ limits, breakBeforeOne, model, timeoutMs },
  };
  const options = { timeoutMs, waitMs, report: () => {}, findTickets: async () => ({}) };
  const told = await docs.processes.use(options, async (session) => {
    const { state: told, drafts, notes } = await session.run(task);
    // The report is that of the project, and so are its corrections.
    const place = { host, repo, links, learnsIn: links };
    if (drafts)
      await publishCorrected({ db, clock }, session, { ...place, made: drafts.made }, drafts.request);
    if (!notes) return told;
    const drafted = { ...place, made: { docs: [notes], digest: '' } };
    const { made } = await correctDrafts({ db, clock }, session, drafted);
    return (await session.run({ ...task, notes: made.docs[0]?.content ?? notes.content })).state;
  });
  return told === null ? null : JSON.stringify(told);
}
