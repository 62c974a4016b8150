import { hourMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { recordTaskEvent, taskUnheld } from './agent-task-events.ts';
import { countOffered, findTask, offerTask } from './agent-task-store.ts';
import { listHeldCaps, lockHeld } from './claim-store.ts';

/** What a storm left behind is offered as the hour allows, oldest first. Answers how many. */
export async function offerHeld(db: Database, now: number, tasksPerHourMax: number): Promise<number> {
  let offered = 0;
  for (const capKey of await listHeldCaps(db.reads)) {
    offered += await db.transaction((tx) => offerSome(tx, capKey, now, tasksPerHourMax));
  }
  return offered;
}

async function offerSome(tx: Tx, capKey: string, now: number, tasksPerHourMax: number): Promise<number> {
  const room = tasksPerHourMax - (await countOffered(tx, capKey, now - hourMs, tasksPerHourMax));
  const ids = room > 0 ? await lockHeld(tx, capKey, room) : [];
  for (const id of ids) {
    await offerTask(tx, id, now);
    const task = await findTask(tx, id);
    if (task) await recordTaskEvent(tx, undefined, taskUnheld, task, now);
  }
  return ids.length;
}
