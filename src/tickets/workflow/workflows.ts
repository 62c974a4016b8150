import { recordAudit } from '../../audit/index.ts';
import { assertValid, type FieldMessages } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import {
  canEditProject,
  canReadProject,
  getProjectFor,
  lockProjectFor,
  recordProjectChange,
  updateWorkflow,
} from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { openStatuses, type TicketStatus, ticketStatuses } from '../ticket.ts';
import {
  defaultNames,
  defaultStatus,
  defaultWorkflow,
  parseWorkflow,
  type Workflow,
  type WorkflowExemption,
  type WorkflowStatus,
} from './workflow.ts';

export interface WorkflowInput {
  /** In order. A status that is left out follows with its defaults. */
  statuses?: StatusInput[] | null | undefined;
  transitions?: Partial<Record<TicketStatus, TicketStatus[]>> | null | undefined;
  exempt?: WorkflowExemption[] | undefined;
}

interface StatusInput {
  status: TicketStatus;
  name?: string | null | undefined;
  color?: string | null | undefined;
  hidden?: boolean | undefined;
}

export async function getWorkflow({ db, actor }: Scope, ref: string): Promise<Workflow> {
  return parseWorkflow((await getProjectFor(db.reads, actor, ref, canReadProject)).workflow);
}

/** Replaces the workflow. Absent parts get their defaults. */
export async function setWorkflow(scope: Scope, ref: string, input: WorkflowInput): Promise<Workflow> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canEditProject);
    const before = parseWorkflow(project.workflow);
    const after = toWorkflow(input);
    const isDefault = JSON.stringify(after) === JSON.stringify(defaultWorkflow);
    const workflow = isDefault ? null : JSON.stringify(after);
    if (workflow === project.workflow) return before;
    const updatedAt = Math.max(scope.clock.now(), project.updatedAt + 1);
    const changed = { ...project, version: project.version + 1, updatedAt };
    await updateWorkflow(tx, { ...changed, workflow });
    await recordProjectChange(tx, scope, changed, { workflow: { from: before, to: after } }, updatedAt);
    await recordAudit(tx, scope, 'workflow.changed', { kind: 'project', id: project.id, name: project.name });
    return after;
  });
}

function toWorkflow({ statuses, transitions, exempt = [] }: WorkflowInput): Workflow {
  const problems: FieldMessages = {};
  const given = (statuses ?? []).map(({ status, name, color, hidden }): WorkflowStatus => {
    const own = defaultStatus(status);
    return {
      ...own,
      name: name === defaultNames[status] ? null : (name ?? null),
      color: color ?? null,
      hidden: hidden ?? false,
    };
  });
  const absent = ticketStatuses.filter((status) => given.every((own) => own.status !== status));
  const all = [...given, ...absent.map(defaultStatus)];
  if (all.length > ticketStatuses.length) problems.statuses = ['Statuses must not contain one twice'];
  const names = all.map(({ status, name }) => foldCase(name ?? defaultNames[status]));
  if (new Set(names).size < names.length) problems.statuses ??= ['Statuses must have different names'];
  const isShown = (status: TicketStatus) => all.some((own) => own.status === status && !own.hidden);
  if (!isShown('done')) problems.statuses ??= ['Statuses must show done: statistics and reports count it'];
  if (!openStatuses.some(isShown))
    problems.statuses ??= ['Statuses must show one of backlog, todo, in_progress and in_review'];
  assertValid(problems);
  const rules = Object.entries(transitions ?? {}).map(([from, to]) => [from, [...new Set(to)]] as const);
  return {
    statuses: all,
    transitions: rules.length > 0 ? Object.fromEntries(rules) : null,
    exempt: [...new Set(exempt)].sort(),
  };
}
