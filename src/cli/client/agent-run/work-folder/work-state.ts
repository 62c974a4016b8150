import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessIdentity } from './process-identity.ts';

/** What a runner must know of a folder after it was killed, or when the next task of the ticket comes. */
export interface WorkState {
  taskId: string;
  /** Of the lease under which the folder is, or was last, worked in. */
  epoch: number;
  ticketId?: string;
  branch?: string;
  /** What the branch started from. */
  base?: string;
  /** The bare clone that the worktree belongs to. */
  repository?: string;
  /** False once the runner has finished the attempt; true after it was killed. */
  isRunning: boolean;
  /** How the last attempt ended. */
  outcome?: string;
  /** The program that works in the folder, with its process group. */
  child?: ProcessIdentity;
  /** The conversation of the agent, to be resumed. */
  session?: {
    agent: string;
    id: string /** In minor units, at the end of the last attempt. */;
    cost?: number;
  };
  /** What a person was asked last. */
  asked?: {
    kind: 'permission' | 'form';
    key: string;
    title: string;
    /** What the answer "always" adds to `allowed`. */
    allows?: string;
  };
  /** Requests that a person has allowed for the rest of the work. */
  allowed?: string[];
}

const file = (folder: string) => path.join(folder, 'state.json');

export function readState(folder: string): WorkState | undefined {
  try {
    return JSON.parse(readFileSync(file(folder), 'utf8')) as WorkState;
  } catch {
    return undefined;
  }
}

/** By a rename, so that a killed process leaves the old or the new state, never a part. */
export function writeState(folder: string, state: WorkState): void {
  const draft = `${file(folder)}.new`;
  writeFileSync(draft, JSON.stringify(state, undefined, 2), { mode: 0o600 });
  renameSync(draft, file(folder));
}
