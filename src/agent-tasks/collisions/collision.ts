import type { TaskState } from '../agent-task.ts';

/** What happens to a queued task whose predicted files overlap those that a running task touches. */
export const collisionModes = ['off', 'warn', 'hold'] as const;
export type CollisionMode = (typeof collisionModes)[number];

/** Only files with this share, in thousandths, warn and hold; docs/collisions.md has the measured precision. */
export const shareMin = 300;

/** More predicted files than this are not stored. */
export const predictedMax = 20;

const runningStates: readonly TaskState[] = ['in_progress', 'waiting_for_user'];

/**
 * Whether the files that the task touches hold others. Never true of a queued task, so a held task never holds another
 * one: no two tasks can wait for each other, whatever else holds them.
 */
export const isRunning = ({ state }: { state: TaskState }) => runningStates.includes(state);
