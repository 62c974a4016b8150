import type { Tx } from '../platform/db/index.ts';
import type { Scope } from '../users/index.ts';
import type { ArchiveSettings } from './archive/archive-import.ts';
import { runArchiveImport } from './archive/run-archive-import.ts';
import { type FidelityReport, type NamedPerson, namesShown, peopleShown } from './fidelity-report.ts';
import { findFiles } from './find-files.ts';
import { recordProjectImported } from './import-events.ts';
import type { ImportLease, ProjectImportTask } from './import-task.ts';
import { readInThread } from './parsing/read-in-thread.ts';
import type { SourceItem } from './source-ticket.ts';
import { type Survey, shownName, surveySource } from './survey-source.ts';
import { ensureGroups, ensureLabels } from './writing/ensure-names.ts';
import { type Edge, toEdges, writeParents, writeRelations } from './writing/link-tickets.ts';
import { ensurePlaceholders, type MatchedPeople, matchPeople, recordGuests } from './writing/match-people.ts';
import { newStatisticsRenewal } from './writing/renew-statistics.ts';
import { assertRoomForFiles, writeFiles } from './writing/write-files.ts';
import { countExisting, type WriteContext, writeComments, writeTickets } from './writing/write-tickets.ts';
import { listWritten } from './writing/written-store.ts';

const linksPerStep = 200;

export interface ImportSettings extends ArchiveSettings {
  /** The size limit of one attachment. */
  attachmentBytesMax: number;
}

/**
 * Reads the files twice: first to survey them, so that a broken file changes nothing, then to write. Every step can be
 * repeated: an interrupted import starts again and skips what it has written.
 */
export async function runImport(
  scope: Scope,
  task: ProjectImportTask,
  lease: ImportLease,
  settings: ImportSettings,
): Promise<FidelityReport> {
  const { product } = task;
  if (product === 'docket') return runArchiveImport(scope, task, lease, settings);
  const read = () => readInThread(product, task.mapping, task.files);
  const survey = await surveySource(read(), (done) => lease.report({ step: 'reading', done, total: 0 }));
  await lease.report({ step: 'people', done: 0, total: survey.people.size });
  const { matched, unmatched, leftOut } = await matchPeople(
    scope.db.reads,
    task.project,
    scope.actor,
    survey.people,
    task.people,
  );
  const create = !task.isDryRun;
  const labels = await ensureLabels(scope, task.project, survey.labels, create);
  const groups = await ensureGroups(scope, task.project, survey.groups, create);
  const { edges, dropped } = toEdges(survey.relations);
  const files = findFiles(survey, settings.attachmentBytesMax);
  const named = { importId: task.id, now: task.createdAt, files, project: task.project };
  await assertRoomForFiles(scope.db.reads, named, settings.workspaceBytesMax);
  if (task.project.estimateUnit !== 'points') survey.tally.loseEstimates();
  for (const { from } of dropped) survey.tally.lose('relations that form a cycle', shownName(survey, from));
  const report: FidelityReport = {
    dryRun: task.isDryRun,
    tickets: { total: survey.tickets, created: 0, existing: 0 },
    comments: { total: survey.comments, created: 0 },
    attachments: { total: files.total, created: 0 },
    people: {
      total: survey.people.size,
      matched: matched.size,
      placeholderCount: unmatched.size,
      placeholders: [...unmatched.values()]
        .slice(0, namesShown)
        .map(({ name, login, email }) => name ?? login ?? email ?? ''),
      named: namePeople(survey.people, matched, leftOut),
    },
    labels: {
      total: survey.labels.size,
      createdCount: labels.missing.length,
      created: labels.missing.slice(0, namesShown),
    },
    groups: {
      total: survey.groups.size,
      createdCount: groups.missing.length,
      created: groups.missing.slice(0, namesShown),
    },
    links: { total: edges.length + survey.parents.size, created: 0 },
    ...survey.tally.present(),
  };
  if (task.isDryRun) {
    report.tickets.existing = await countExisting(
      scope.db.reads,
      task.project.id,
      task.product,
      survey.references,
    );
    report.tickets.created = survey.tickets - report.tickets.existing;
    report.comments.created = report.tickets.existing === 0 ? survey.comments : 0;
    if (report.tickets.existing === 0) report.attachments = { total: files.total, created: files.total };
    report.links.created = report.links.total;
    return report;
  }
  const placeholders = await ensurePlaceholders(
    scope.db,
    task.project,
    task.product,
    unmatched,
    task.createdAt,
  );
  await recordGuests(scope.db, task.project, matched.values());
  const context: WriteContext = {
    ...named,
    product: task.product,
    importer: { id: scope.actor.userId, name: scope.actor.name },
    people: withAliases(new Map([...matched, ...placeholders]), survey),
    leftOut: new Set(leftOut.keys()),
    labelIds: labels.ids,
    groupIds: groups.ids,
    parents: survey.parents,
  };
  await writeAllTickets(scope, lease, context, survey, read(), report);
  if (survey.looseComments > 0) await writeAllComments(scope, lease, context, survey, read(), report);
  report.attachments = {
    total: files.total,
    created: await writeFiles(scope, task, lease, context, settings),
  };
  await writeAllLinks(scope, lease, context, survey, edges, report);
  const { id: importId, project } = task;
  const written = listWritten(scope.db.reads, { projectId: project.id, product, importId }, () =>
    lease.report({ step: 'links', done: report.links.total, total: report.links.total }),
  );
  await survey.tally.confirm(written, (sourceId) => shownName(survey, sourceId));
  survey.tally.keepAtMost('attachments', report.attachments.created);
  return { ...report, ...survey.tally.present() };
}

/** The people of the files with their accounts here, those without one first. */
function namePeople(
  people: Survey['people'],
  matched: MatchedPeople['matched'],
  leftOut: MatchedPeople['leftOut'],
): NamedPerson[] {
  const named = [...people].map(([key, { name, login, email }]) => {
    const account = matched.get(key);
    return {
      name: name ?? login ?? email ?? '',
      ...(email !== undefined && { email }),
      ...(login !== undefined && { login }),
      ...(account && { account: { id: account.id, name: account.name } }),
      ...(leftOut.has(key) && { isLeftOut: true }),
    };
  });
  return named.sort((a, b) => Number('account' in a) - Number('account' in b)).slice(0, peopleShown);
}

function withAliases(people: WriteContext['people'], { aliases }: Survey): WriteContext['people'] {
  for (const [login, key] of aliases) {
    const person = people.get(key);
    if (person) people.set(login, person);
  }
  return people;
}

/** Records one event for the whole import, in the transaction that ends it. */
export const recordImport = (tx: Tx, scope: Scope, task: ProjectImportTask, report: FidelityReport) =>
  recordProjectImported(
    tx,
    task.project,
    { id: scope.actor.userId, name: scope.actor.name },
    {
      id: task.id,
      product: task.product,
      tickets: report.tickets.created,
      comments: report.comments.created,
    },
    scope.clock.now(),
  );

async function writeAllTickets(
  { db }: Scope,
  lease: ImportLease,
  context: WriteContext,
  survey: Survey,
  batches: AsyncIterable<SourceItem[]>,
  report: FidelityReport,
): Promise<void> {
  let done = 0;
  const renewStatistics = newStatisticsRenewal(db);
  for await (const items of batches) {
    const tickets = items.flatMap((item) => ('ticket' in item ? [item.ticket] : []));
    // Renews the lease, which could expire during a long file that has comments alone.
    await lease.report({ step: 'tickets', done, total: survey.tickets });
    if (tickets.length === 0) continue;
    done += tickets.length;
    const written = await db.transaction(async (tx) => {
      await lease.hold(tx, { step: 'tickets', done, total: survey.tickets });
      return writeTickets(tx, context, tickets);
    });
    report.tickets.created += written.created;
    report.tickets.existing += written.existing;
    report.comments.created += written.comments;
    await renewStatistics(written.created);
  }
}

async function writeAllComments(
  { db }: Scope,
  lease: ImportLease,
  context: WriteContext,
  survey: Survey,
  batches: AsyncIterable<SourceItem[]>,
  report: FidelityReport,
): Promise<void> {
  let done = 0;
  for await (const items of batches) {
    const comments = items.flatMap((item) => ('comment' in item ? [item] : []));
    await lease.report({ step: 'comments', done, total: survey.looseComments });
    if (comments.length === 0) continue;
    done += comments.length;
    report.comments.created += await db.transaction(async (tx) => {
      await lease.hold(tx, { step: 'comments', done, total: survey.looseComments });
      return writeComments(tx, context, comments);
    });
  }
}

async function writeAllLinks(
  { db }: Scope,
  lease: ImportLease,
  context: WriteContext,
  survey: Survey,
  edges: Edge[],
  report: FidelityReport,
): Promise<void> {
  const total = report.links.total;
  let done = 0;
  const inSteps = async <T>(all: T[], write: (tx: Tx, step: T[]) => Promise<number>) => {
    for (let start = 0; start < all.length; start += linksPerStep) {
      const step = all.slice(start, start + linksPerStep);
      done += step.length;
      report.links.created += await db.transaction(async (tx) => {
        await lease.hold(tx, { step: 'links', done, total });
        return write(tx, step);
      });
    }
  };
  await inSteps([...survey.parents], (tx, step) => writeParents(tx, context, step));
  await inSteps(edges, (tx, step) => writeRelations(tx, context, step));
}
