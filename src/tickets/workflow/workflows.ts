import { recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { assertValid, conflict, type FieldMessages, invalid, notFound } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
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
  isMainStatus,
  isOwnStatus,
  type OwnStatus,
  ownStatusesMax,
  parseWorkflow,
  type Workflow,
  type WorkflowExemption,
  type WorkflowStatus,
} from './workflow.ts';
import { clearOwnStatus } from './workflow-store.ts';

export interface WorkflowInput {
  /** In order. One of the six that is left out follows with its defaults, an own status stays after its status. */
  statuses?: StatusInput[] | null | undefined;
  transitions?: Partial<Record<TicketStatus, TicketStatus[]>> | null | undefined;
  exempt?: WorkflowExemption[] | undefined;
}

interface StatusInput {
  /** Of an own status. */
  id?: string | undefined;
  status: TicketStatus;
  name?: string | null | undefined;
  color?: string | null | undefined;
  hidden?: boolean | undefined;
  /** Absent keeps the limit, null removes it. */
  limit?: number | null | undefined;
}

export interface NewOwnStatus {
  status: TicketStatus;
  name: string;
  color?: string | null | undefined;
  limit?: number | null | undefined;
}

/** By status, or by the id of an own status. */
type Limits = Record<string, number | null | undefined>;

export async function getWorkflow({ db, actor }: Scope, ref: string): Promise<Workflow> {
  return parseWorkflow((await getProjectFor(db.reads, actor, ref, canReadProject)).workflow);
}

/** Replaces the workflow. Absent parts get their defaults; limits and own statuses stay. */
export const setWorkflow = (scope: Scope, ref: string, input: WorkflowInput): Promise<Workflow> => {
  const given = Object.fromEntries(
    (input.statuses ?? []).map(({ id, status, limit }) => [id ?? status, limit]),
  );
  return changeWorkflow(scope, ref, (before) =>
    withLimits(toWorkflow(input, before), { ...limitsOf(before), ...withoutUndefined(given) }),
  );
};

/** Changes the limits of these statuses, and nothing else. */
export const setLimits = (scope: Scope, ref: string, limits: Limits): Promise<Workflow> =>
  changeWorkflow(scope, ref, (before) => {
    const unknown = Object.keys(limits).filter(
      (key) => !before.statuses.some((own) => entryKey(own) === key),
    );
    if (unknown.length > 0) throw invalid({ limits: ['Limits must name statuses, or ids of own statuses'] });
    return withLimits(before, { ...limitsOf(before), ...withoutUndefined(limits) });
  });

/** Adds a status for one of the six, after the last one that the project has for it. */
export const addOwnStatus = (scope: Scope, ref: string, input: NewOwnStatus): Promise<Workflow> => {
  const { status, name, color = null, limit } = input;
  const added: OwnStatus = {
    id: newId(scope.clock.now()),
    ...{ status, name, color, hidden: false },
    ...(typeof limit === 'number' && { limit }),
  };
  return changeWorkflow(scope, ref, (before) => {
    if (before.statuses.filter(isOwnStatus).length >= ownStatusesMax)
      throw conflict(`A project has at most ${ownStatusesMax} own statuses. Delete one first.`);
    const statuses = insertAfterStatus(before.statuses, added);
    if (hasSameNames(statuses))
      throw invalid({ name: ['Name must differ from those of the other statuses'] });
    return { ...before, statuses };
  });
};

/** Deletes an own status. Its tickets stay in the status that it belongs to. */
export async function deleteOwnStatus(scope: Scope, ref: string, id: string): Promise<string> {
  await changeWorkflow(
    scope,
    ref,
    (before) => {
      if (!before.statuses.some((own) => own.id === id)) throw notFound('Status');
      return { ...before, statuses: before.statuses.filter((own) => own.id !== id) };
    },
    (tx, projectId) => clearOwnStatus(tx, projectId, id),
  );
  return id;
}

const entryKey = ({ id, status }: Pick<WorkflowStatus, 'id' | 'status'>) => id ?? status;

function insertAfterStatus(statuses: WorkflowStatus[], added: OwnStatus): WorkflowStatus[] {
  const last = statuses.findLastIndex(({ status }) => status === added.status);
  return statuses.toSpliced(last + 1, 0, added);
}

function hasSameNames(statuses: WorkflowStatus[]): boolean {
  const names = statuses.map(({ status, name }) => foldCase(name ?? defaultNames[status]));
  return new Set(names).size < names.length;
}

const limitsOf = ({ statuses }: Workflow): Limits =>
  Object.fromEntries(statuses.map((own) => [entryKey(own), own.limit]));

const withoutUndefined = (limits: Limits): Limits =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));

const withLimits = (workflow: Workflow, limits: Limits): Workflow => ({
  ...workflow,
  statuses: workflow.statuses.map(({ limit: _, ...own }) => {
    const limit = limits[entryKey(own)];
    return typeof limit === 'number' ? { ...own, limit } : own;
  }),
});

async function changeWorkflow(
  scope: Scope,
  ref: string,
  change: (before: Workflow) => Workflow,
  changeTickets?: (tx: Tx, projectId: string) => Promise<unknown>,
): Promise<Workflow> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canEditProject);
    const before = parseWorkflow(project.workflow);
    const after = change(before);
    const isDefault = JSON.stringify(after) === JSON.stringify(defaultWorkflow);
    const workflow = isDefault ? null : JSON.stringify(after);
    if (workflow === project.workflow) return before;
    const updatedAt = Math.max(scope.clock.now(), project.updatedAt + 1);
    const changed = { ...project, version: project.version + 1, updatedAt };
    await updateWorkflow(tx, { ...changed, workflow });
    await changeTickets?.(tx, project.id);
    await recordProjectChange(tx, scope, changed, { workflow: { from: before, to: after } }, updatedAt);
    await recordAudit(tx, scope, 'workflow.changed', { kind: 'project', id: project.id, name: project.name });
    return after;
  });
}

function toWorkflow({ statuses, transitions, exempt = [] }: WorkflowInput, before: Workflow): Workflow {
  const problems: FieldMessages = {};
  const given = (statuses ?? []).flatMap((input) => {
    const own = input.id === undefined ? toMain(input) : toOwn(input, before);
    if (!own)
      problems.statuses ??= [
        'Statuses must have the ids of own statuses of the project, each with the status it was added for',
      ];
    return own ?? [];
  });
  const isGiven = (own: WorkflowStatus) => given.some((other) => entryKey(other) === entryKey(own));
  if (new Set(given.map(entryKey)).size < given.length)
    problems.statuses ??= ['Statuses must not contain one twice'];
  const mains = [...given, ...ticketStatuses.map(defaultStatus).filter((own) => !isGiven(own))];
  const all = before.statuses
    .filter((own) => isOwnStatus(own) && !isGiven(own))
    .reduce((list, own) => insertAfterStatus(list, own as OwnStatus), mains);
  if (hasSameNames(all)) problems.statuses ??= ['Statuses must have different names'];
  const isShown = (status: TicketStatus) =>
    all.some((own) => own.status === status && isMainStatus(own) && !own.hidden);
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

const toMain = ({ status, name, color, hidden }: StatusInput): WorkflowStatus => ({
  ...defaultStatus(status),
  name: name === defaultNames[status] ? null : (name ?? null),
  color: color ?? null,
  hidden: hidden ?? false,
});

/** An own status keeps its name if the input has none, and belongs to its status for good: its tickets have that. */
function toOwn({ id, status, name, color, hidden }: StatusInput, before: Workflow): OwnStatus | undefined {
  const own = before.statuses.filter(isOwnStatus).find((other) => other.id === id);
  if (own?.status !== status) return undefined;
  return { id: own.id, status, name: name ?? own.name, color: color ?? null, hidden: hidden ?? false };
}
