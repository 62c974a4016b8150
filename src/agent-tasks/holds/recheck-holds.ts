import type { Tx } from '../../platform/db/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { recordTaskEvent, taskHeld, taskUnheld } from '../agent-task-events.ts';
import { updateHold } from '../agent-task-store.ts';
import { HoldDecider, type HoldSettings } from './decide-hold.ts';

/** Decides again about locked, queued tasks, and holds or offers them. Returns how many are offered now. */
export async function recheckHolds(tx: Tx, settings: HoldSettings, tasks: AgentTaskRow[]): Promise<number> {
  const { now } = settings;
  const decider = new HoldDecider(tx, settings);
  await decider.loadBlockers([...new Set(tasks.flatMap(({ ticketId }) => ticketId ?? []))]);
  let offered = 0;
  for (const task of tasks) {
    const held = task.hold === null ? await decider.decideAgain(task) : await decider.decide(task);
    const { hold, heldReason } = held ?? { hold: null, heldReason: null };
    if (hold === task.hold && heldReason === task.heldReason) continue;
    const { id, waived } = task;
    await updateHold(tx, { id, hold, heldReason, waived, offeredAt: hold === null ? now : null, now });
    const event = hold === null ? taskUnheld : taskHeld;
    await recordTaskEvent(tx, undefined, event, { ...task, hold, heldReason, updatedAt: now }, now);
    if (hold === null) offered++;
  }
  return offered;
}
