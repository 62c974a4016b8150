import type { Queries, Tx } from '../platform/db/index.ts';
import { assertValid, forbiddenBecause, invalid } from '../platform/errors.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Actor, Scope } from '../users/index.ts';
import { chooseWorkspace } from '../workspaces/index.ts';
import { type Automation, changeAutomation, validateAutomation } from './automation.ts';
import { getProjectFor, lockProjectFor, readProjectDetails } from './get-project.ts';
import { findMember } from './member-store.ts';
import type { EstimateUnit, Project, ProjectForActor, ProjectStatus, ProjectVisibility } from './project.ts';
import { canEditProject, canGrantAccess, opensProject } from './project-access.ts';
import { recordProjectChange } from './project-events.ts';
import {
  findKeyProblem,
  findProjectPlan,
  reserveProjectKey,
  updateProjectPlan,
  updateProjectRow,
} from './project-store.ts';
import { linkRepositories } from './repositories/link-repositories.ts';

/** An absent field keeps its value, null clears it. */
export interface ProjectChanges {
  name?: string | undefined;
  description?: string | null | undefined;
  key?: string | undefined;
  visibility?: ProjectVisibility | undefined;
  estimateUnit?: EstimateUnit | undefined;
  status?: ProjectStatus | undefined;
  workspaceId?: string | undefined;
  repositories?: string[] | null | undefined;
  automation?: Partial<Automation> | undefined;
  leadId?: string | null | undefined;
  targetDate?: string | null | undefined;
  triage?: boolean | undefined;
}

/** Throws the errors that only the database can find, and changes nothing. */
export async function validateProjectChanges({ db, actor }: Scope, ref: string, input: ProjectChanges) {
  const { id } = await getProjectFor(db.reads, actor, ref, canEditProject);
  assertValid(await findKeyProblem(db.reads, input.key, id));
  await validateAutomation(db.reads, id, input.automation ?? {});
  await validateLead(db.reads, id, input.leadId);
}

const changeable = [
  'name',
  'description',
  'key',
  'visibility',
  'estimateUnit',
  'status',
  'workspaceId',
] as const;

export async function updateProject(scope: Scope, ref: string, input: ProjectChanges) {
  return scope.write(async (tx) => {
    const before = await lockProjectFor(tx, scope.actor, ref, canEditProject);
    assertFresh(scope.acceptedVersions, before.version);
    if (input.status === 'deleted') {
      throw invalid({ status: ['Status cannot be set to deleted: delete the project instead'] });
    }
    const after: Project = { ...before, ...inputFields(input) };
    assertMayOpen(scope.actor, before, after);
    const changes: Changes = changesBetween(before, after);
    if (input.repositories !== undefined) {
      const links = await linkRepositories(tx, scope, before, input.repositories ?? []);
      if (links) changes.repositories = links;
    }
    const automation = await changeAutomation(tx, before.id, input.automation ?? {});
    if (automation) changes.automation = automation;
    Object.assign(changes, await changePlan(tx, scope.actor, before, input));
    if (Object.keys(changes).length === 0) return readProjectDetails(tx, before.id);
    if (changes.workspaceId) await chooseWorkspace(tx, scope.actor, after.workspaceId);
    if (changes.key) await reserveProjectKey(tx, after.key, before.id);

    after.version = before.version + 1;
    after.updatedAt = Math.max(scope.clock.now(), before.updatedAt + 1);
    await updateProjectRow(tx, after);
    await recordProjectChange(tx, scope, after, changes, after.updatedAt);
    return readProjectDetails(tx, before.id);
  });
}

/** An agent acts on text that others wrote, so who may read a project is for people to decide. */
function assertMayOpen(actor: Actor, before: ProjectForActor, after: Project): void {
  if (!opensProject(before, after) || canGrantAccess(actor, before)) return;
  throw forbiddenBecause('Only admins and owners of the project who are people can open it to more people');
}

/** Sets who leads the project, when it should be done and whether it has triage. Returns what changed. */
async function changePlan(
  tx: Tx,
  actor: Actor,
  project: ProjectForActor,
  { leadId, targetDate, triage }: ProjectChanges,
): Promise<Changes> {
  if (leadId === undefined && targetDate === undefined && triage === undefined) return {};
  const { id } = project;
  const before = (await findProjectPlan(tx, { id })) ?? { leadId: null, targetDate: null, triage: 0 };
  const after = {
    leadId: leadId === undefined ? before.leadId : leadId,
    targetDate: targetDate === undefined ? before.targetDate : targetDate,
    triage: triage === undefined ? before.triage : Number(triage),
  };
  const changed = (['leadId', 'targetDate', 'triage'] as const).filter(
    (field) => before[field] !== after[field],
  );
  // An agent would let its own tickets pass, or let in those of strangers.
  if (changed.includes('triage') && !canGrantAccess(actor, project))
    throw forbiddenBecause(
      'Only admins and owners of the project who are people can switch triage on or off',
    );
  if (changed.includes('leadId')) await validateLead(tx, id, after.leadId);
  if (changed.length > 0) await updateProjectPlan(tx, { id, ...after });
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}

async function validateLead(queries: Queries, projectId: string, leadId: string | null | undefined) {
  if (!leadId || (await findMember(queries, { projectId, userId: leadId }))) return;
  throw invalid({ leadId: ['Lead must be a member of the project'] });
}

type Changes = Record<string, { from: unknown; to: unknown }>;

function inputFields(input: ProjectChanges): Partial<Project> {
  const present = changeable.filter((field) => input[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, input[field] === '' ? null : input[field]]));
}

function changesBetween(before: Project, after: Project) {
  const changed = changeable.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
