import { ticketStatuses } from '../../sdk/values.ts';

// This module is also part of the command line, which has no module of tickets.
export { ticketStatuses as workflowStatuses };
export type WorkflowStatus = (typeof ticketStatuses)[number];

/** What the file WORKFLOW.md of a repository says. */
export interface WorkflowPolicy {
  /** A ticket that enters the status, with one of the labels if there are any, gets a task. */
  start: StartRule[];
  /** How many tasks that tickets in a status started may be offered or running at a time. */
  concurrency: Partial<Record<WorkflowStatus, number>>;
  /** Shell commands that the runner runs in the worktree of a task. */
  hooks: WorkflowHooks;
  /** Shell commands that must succeed before work is handed over. */
  checks: WorkflowCheck[];
  /** Patterns of the files that agents may change; null: all. */
  paths: string[] | null;
  budget: WorkflowBudget | null;
  /** Markdown with fields of the task, such as `{{ ticket.title }}`; empty if the file has none. */
  template: string;
}

export interface StartRule {
  status: WorkflowStatus;
  labels: string[];
  /** The name or id of an agent; null: every agent that works in the project may claim the task. */
  agent: string | null;
}

export const hookNames = {
  after_create: 'afterCreate',
  before_run: 'beforeRun',
  after_run: 'afterRun',
  before_remove: 'beforeRemove',
} as const;
export const hookFields = Object.values(hookNames);
export type HookName = (typeof hookNames)[keyof typeof hookNames];
export type WorkflowHooks = { [Name in HookName]: string | null } & {
  /** How long each of them may take. */
  timeoutSeconds: number;
};

export const noHooks: WorkflowHooks = {
  afterCreate: null,
  beforeRun: null,
  afterRun: null,
  beforeRemove: null,
  timeoutSeconds: 600,
};

export interface WorkflowCheck {
  name: string;
  run: string;
}

/** Minor units, as everywhere: 5000 is 50.00 EUR. */
export interface WorkflowBudget {
  amount: number;
  currency: string;
  period: 'month' | 'total';
}

/** What is wrong at a place of the file, and what to write instead. Lines and columns count from 1. */
export interface WorkflowProblem {
  line: number;
  column: number;
  message: string;
  instead: string;
}

export const workflowFileName = 'WORKFLOW.md';
export const workflowLimits = {
  characters: 65_536,
  frontMatterCharacters: 16_384,
  depth: 8,
  problems: 50,
  rules: 20,
  labels: 20,
  checks: 50,
  paths: 200,
  command: 10_000,
  concurrency: 1_000,
  hookSeconds: 3_600,
  amount: 100_000_000_000,
};
