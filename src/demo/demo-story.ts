import type { Ticket, ticketStatuses } from '../tickets/index.ts';

/** Who acts in the story; `you` is the administrator who asked for the demo. */
export type Role = 'mara' | 'jonas' | 'priya' | 'tomas' | 'pilot' | 'scribe' | 'you';

type Status = (typeof ticketStatuses)[number];

/** When a ticket was created and moved, in days before now. */
export interface Path {
  created: number;
  moves: readonly (readonly [Status, number])[];
}

export interface DemoComment {
  by: Role;
  daysAgo: number;
  /** `@you` stands for a mention of the administrator. */
  text: string;
  reactions?: readonly (readonly [Role, string])[];
}

export interface DemoTicket {
  /** The name by which parents, relations and tasks refer to it. */
  name?: string;
  title: string;
  description: string;
  type: Ticket['type'];
  priority: Ticket['priority'];
  labels: readonly string[];
  by: Role;
  to?: Role;
  path: Path;
  /** The index of a cycle, or the name of another group. */
  group?: number | 'Season opening' | 'Ideas';
  parent?: string;
  /** In days from now; negative is overdue. */
  dueInDays?: number;
  comments?: readonly DemoComment[];
  time?: readonly { by: Role; minutes: number; daysAgo: number; note?: string }[];
}

export interface DemoStep {
  daysAgo: number;
  type: 'thought' | 'action' | 'message' | 'error';
  text: string;
  files?: readonly string[];
}

/** A push to a branch of the task, or one that Docket refused with this reason. */
export type DemoPush = { daysAgo: number } & (
  | { push: string; files: readonly string[] }
  | { refusedPush: string }
);

/** A question with a form that a person answered, after which the agent went on. */
export interface DemoDecision {
  daysAgo: number;
  ask: string;
  form: object;
  answeredBy: Role;
  answeredDaysAgo: number;
  values: Record<string, unknown>;
}

export interface DemoTask {
  ticket: string;
  agent: 'pilot' | 'scribe';
  by: Role;
  title: string;
  instructions: string;
  queuedDaysAgo: number;
  claimedDaysAgo: number;
  steps: readonly (DemoStep | DemoPush | DemoDecision)[];
  /** Reported with the last step. */
  usage: readonly [inputTokens: number, outputTokens: number, seconds: number, cents: number];
  end:
    | { kind: 'working' }
    | { kind: 'question'; daysAgo: number; text: string; form: object }
    | { kind: 'completed'; daysAgo: number; summary: string; pullRequest?: { title: string; url: string } }
    | { kind: 'failed'; daysAgo: number; error: string; type: 'environment' };
}

export const backlog = (created: number): Path => ({ created, moves: [] });
export const todo = (created: number, planned: number): Path => ({ created, moves: [['todo', planned]] });
export const started = (created: number, start: number): Path => ({
  created,
  moves: [
    ['todo', between(created, start)],
    ['in_progress', start],
  ],
});
export const inReview = (created: number, start: number, review: number): Path => ({
  created,
  moves: [...started(created, start).moves, ['in_review', review]],
});
export const done = (created: number, start: number, review: number, end: number): Path => ({
  created,
  moves: [...inReview(created, start, review).moves, ['done', end]],
});
export const cancelled = (created: number, end: number): Path => ({ created, moves: [['cancelled', end]] });

const between = (earlier: number, later: number) => later + (earlier - later) * 0.4;
