import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../errors.ts';
import { DatabaseUnavailable, type WorkerContext, type WorkerJob } from '../database.ts';
import type { LaneConnection } from './lane-connection.ts';
import {
  type LaneAnswer,
  type LaneCommand,
  type LaneFailure,
  type LaneSettings,
  type LaneStart,
  type LaneTask,
  TaskEnded,
} from './lane-messages.ts';

const { address, endFlag } = workerData as LaneSettings;

// The first message says that the lane is ready, or why it cannot start; in that case the thread ends.
try {
  serve(await connect());
  parentPort?.postMessage({} satisfies LaneStart);
} catch (error) {
  parentPort?.postMessage({ failed: describe(error as Error) } satisfies LaneStart);
}

function serve(connection: LaneConnection): void {
  parentPort?.on('message', async (command: LaneCommand) => {
    if ('end' in command) return connection.end?.();
    parentPort?.postMessage(
      'load' in command ? await load(command.load) : await answer(connection, command.task),
    );
  });
}

async function connect(): Promise<LaneConnection> {
  if (address.engine === 'sqlite') {
    const { connectSqliteLane } = await import('./sqlite-lane.ts');
    return connectSqliteLane(address.file, endFlag);
  }
  const { connectPostgresLane } = await import('./postgres-lane.ts');
  return connectPostgresLane(address.server, address.replica);
}

async function load(module: string): Promise<LaneAnswer> {
  try {
    await import(module);
    return { loaded: true };
  } catch (error) {
    return { failed: describe(error as Error) };
  }
}

async function answer(connection: LaneConnection, task: LaneTask): Promise<LaneAnswer> {
  try {
    const done =
      'sql' in task
        ? await connection.read(task.sql, task.values, task.notBefore)
        : await runJob(connection, task);
    return { done, served: connection.served?.() };
  } catch (error) {
    return { failed: describe(error as Error), served: connection.served?.() };
  }
}

async function runJob(
  connection: LaneConnection,
  { module, name, input, notBefore }: Extract<LaneTask, { module: string }>,
) {
  const { [name]: job } = (await import(module)) as Record<string, WorkerJob<unknown, unknown>>;
  if (!job) throw new Error(`${module} exports no ${name}.`);
  const context: WorkerContext = { engine: address.engine, workerReads: connection.queries, snapshot: {} };
  return connection.inSnapshot(() => job.run(context, input), notBefore);
}

function describe(error: Error): LaneFailure {
  const { message } = error;
  if (error instanceof TaskEnded) return { kind: 'ended', message };
  if (error instanceof DatabaseUnavailable) return { kind: 'unavailable', message, reason: error.reason };
  if (!(error instanceof Refusal)) return { kind: 'other', message };
  const { code, details, retryAfterSeconds } = error;
  const more = { ...(details && { details }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return { kind: 'refused', message, refusal: { code, ...more } };
}
