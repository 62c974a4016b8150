import { predictedMax, predictions, savePrediction } from '../../agent-tasks/index.ts';
import { type DocsGenerationContext, openProjectRepository } from '../../docs-generation/index.ts';
import { FilePredictor, type PastChange, type PredictedFile } from '../../file-prediction/index.ts';
import { findTaskRepository } from '../../leased-branches/index.ts';
import { type Clock, minuteMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { listTicketRowsById, ticketKey } from '../../tickets/index.ts';

export interface PredictionContext {
  db: Database;
  clock: Clock;
  docs: DocsGenerationContext;
  logger: Pick<Logger, 'warn'>;
  tasksPerHourMax: number;
}

type Task = predictions.TaskToPredict;

const tasksPerStep = 20;
// Longer than a prediction may take. If the process ends meanwhile, another one predicts after this time.
const takenMs = 2 * minuteMs;
const pastTasksMax = 200;

/** Predicts the files of the tasks that are due. Any number of processes may do so. Resolves to true if more are due. */
export async function predictDueTasks(context: PredictionContext): Promise<boolean> {
  const { db, clock } = context;
  const due = await predictions.listTasksToPredict(db.reads, { now: clock.now(), limit: tasksPerStep });
  const until = clock.now() + takenMs;
  const taken: Task[] = [];
  for (const task of due) {
    const { id, predictAt } = task;
    if (await db.transaction((tx) => predictions.takeTaskToPredict(tx, { id, predictAt, until })))
      taken.push(task);
  }
  for (const tasks of (await groupByRepository(db, taken)).values()) await predictTogether(context, tasks);
  return due.length === tasksPerStep;
}

interface Group {
  projectId: string;
  repository: string | undefined;
  tasks: Task[];
}

/** The history of a repository is read once for all its tasks. */
async function groupByRepository(db: Database, tasks: Task[]): Promise<Map<string, Group>> {
  const groups = new Map<string, Group>();
  for (const task of tasks) {
    const { projectId } = task;
    const repository = await findTaskRepository(db.reads, task);
    const key = `${projectId} ${repository ?? ''}`;
    const group = groups.get(key) ?? { projectId, repository, tasks: [] };
    groups.set(key, group);
    group.tasks.push(task);
  }
  return groups;
}

async function predictTogether(context: PredictionContext, group: Group): Promise<void> {
  const { db, clock, tasksPerHourMax } = context;
  const past = await listPastChanges(db, group.projectId);
  const texts = await describeTasks(db, group.tasks);
  const predicted = await predict(context, group, texts, past);
  for (const [index, { id }] of group.tasks.entries())
    await db.transaction((tx) =>
      savePrediction(tx, { now: clock.now(), tasksPerHourMax }, id, predicted[index] ?? []),
    );
}

/** Without the history of the repository if it cannot be read: a task must not wait for a code host. */
async function predict(
  { db, docs, logger }: PredictionContext,
  { projectId, repository }: Group,
  texts: string[],
  past: PastChange[],
): Promise<PredictedFile[][]> {
  const max = predictedMax;
  if (repository !== undefined)
    try {
      const opened = await openProjectRepository(db, docs, projectId, repository);
      return await opened.predictFiles({ texts, past, max });
    } catch (error) {
      logger.warn({ err: error, projectId }, 'Cannot read the history of a repository to predict files');
    }
  const predictor = new FilePredictor();
  for (const change of past) predictor.add(change);
  return texts.map((text) => predictor.predict(text, max));
}

/** What completed tasks of the project were about, and the files that they touched, oldest first. */
async function listPastChanges(db: Database, projectId: string): Promise<PastChange[]> {
  const rows = await predictions.listTouchedFiles(db.workerReads, { projectId, tasks: pastTasksMax });
  const names = await nameTickets(
    db,
    rows.flatMap(({ ticketId }) => ticketId ?? []),
  );
  const changes = new Map<string, PastChange & { files: { path: string }[] }>();
  for (const { taskId, title, ticketId, path } of rows) {
    const text = [title, names.get(ticketId ?? '')?.name].join('\n');
    const change = changes.get(taskId) ?? { text, files: [] };
    changes.set(taskId, change);
    change.files.push({ path });
  }
  return [...changes.values()];
}

// The instructions of these say the same for every ticket.
const withoutInstructions = 'ticket.assigned';

async function describeTasks(db: Database, tasks: Task[]): Promise<string[]> {
  const tickets = await nameTickets(
    db,
    tasks.flatMap(({ ticketId }) => ticketId ?? []),
  );
  return tasks.map(({ kind, title, instructions, ticketId }) => {
    const ticket = tickets.get(ticketId ?? '');
    const asked = kind === withoutInstructions ? '' : instructions;
    return [title, ticket?.name, ticket?.description, asked].filter(Boolean).join('\n');
  });
}

async function nameTickets(db: Database, ids: string[]) {
  const rows = await listTicketRowsById(db.reads, [...new Set(ids)]);
  return new Map(
    rows.map(({ id, projectKey, number, title, description }) => [
      id,
      { name: `${ticketKey(projectKey, number) ?? ''} ${title}`.trim(), description },
    ]),
  );
}
