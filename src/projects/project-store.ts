import { type Queries, sql, statement, UniqueViolation } from '../platform/db/index.ts';
import { type FieldMessages, invalid } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import { isId } from '../platform/ids.ts';
import type { Actor } from '../users/index.ts';
import { insertTicketHome } from '../workspaces/index.ts';
import type { Project, ProjectForActor } from './project.ts';
import { canReadProject } from './project-access.ts';

/** The person who asks for a project. Without a credential, all roles of the person count. */
type ProjectViewer = Pick<Actor, 'userId'> & Partial<Pick<Actor, 'credential'>>;

export const projectColumns = `p.id, p.workspace_id as "workspaceId", p.owner_id as "ownerId", p.name, p.description,
  p.key, p.status, p.visibility, p.estimate_unit as "estimateUnit", p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"`;
const standingColumns = `p.id as "projectId", pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind"`;
const standingJoins = `join workspaces w on w.id = p.workspace_id
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = :userId`;

/** Projects with the roles that decide about the access of `:userId`. */
export const forActor = `select ${projectColumns}, ${standingColumns},
  p.field_count as "fieldCount", p.workflow, p.gates, p.triage as "hasTriage" from projects p ${standingJoins}`;
const ownKey = 'p.id = (select project_id from project_keys where key_folded = :ref)';
type Reference = { ref: string; userId: string };

const byId = statement<Reference, ProjectForActor>(`${forActor} where p.id = :ref`);
const byKey = statement<Reference, ProjectForActor>(`${forActor} where ${ownKey}`);

const keyHolder = statement<{ keyFolded: string }, { projectId: string }>(
  'select project_id as "projectId" from project_keys where key_folded = :keyFolded',
);
const insertKey = statement<{ keyFolded: string; projectId: string }>(
  'insert into project_keys (key_folded, project_id) values (:keyFolded, :projectId)',
);

/**
 * Finds a project by id. By key or former key, which others can guess, it finds only what the viewer may read: the answer
 * for a key of somebody else is the same as for a key that nobody has.
 */
export const findProject = (queries: Queries, ref: string, viewer: ProjectViewer) =>
  findVisible(queries, ref, viewer, byId, byKey);

const byIds = statement<{ ids: string[]; userId: string }, ProjectForActor>(
  `${forActor} where p.id in :ids[]`,
);
/** Filters the projects that the user may read in their present state, deleted or not. */
export async function filterReadableProjects(
  queries: Queries,
  ids: string[],
  userId: string,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const projects = await queries.list(byIds, { ids: [...new Set(ids)], userId });
  return new Set(projects.filter((project) => canReadProject(undefined, project)).map(({ id }) => id));
}

const lockById = statement<Reference, ProjectForActor>(`${forActor} where p.id = :ref for update of p`);
const lockByKey = statement<Reference, ProjectForActor>(`${forActor} where ${ownKey} for update of p`);
/** The same with a row lock: other changes of the project wait for the end of the transaction. */
export const lockProject = (tx: Queries, ref: string, viewer: ProjectViewer) =>
  findVisible(tx, ref, viewer, lockById, lockByKey);

/** For commands, senders of webhooks and background work, which are not limited by a person's rights. */
export const findAnyProject = (queries: Queries, ref: string, userId = '') =>
  isId(ref) ? queries.find(byId, { ref, userId }) : queries.find(byKey, { ref: foldCase(ref), userId });

async function findVisible(
  queries: Queries,
  ref: string,
  viewer: ProjectViewer,
  withId: typeof byId,
  withKey: typeof byKey,
): Promise<ProjectForActor | undefined> {
  const { userId } = viewer;
  if (isId(ref)) return queries.find(withId, { ref, userId });
  const project = await queries.find(withKey, { ref: foldCase(ref), userId });
  return project && canReadProject(viewer, project) ? project : undefined;
}

export async function insertProject(tx: Queries, project: Project): Promise<void> {
  await insertWithoutKey(tx, project);
  await reserveProjectKey(tx, project.key, project.id);
}

const claimKey = statement<{ keyFolded: string; projectId: string }>(`
  insert into project_keys (key_folded, project_id) values (:keyFolded, :projectId) on conflict do nothing`);
const setKey = statement<{ id: string; key: string }>('update projects set key = :key where id = :id');
/** Inserts the project with the first free key of ABC, ABC2, ABC3 … and returns the key. */
export async function insertProjectWithFreeKey(tx: Queries, project: Project): Promise<string> {
  await insertWithoutKey(tx, project);
  for (let suffix = 1; ; suffix++) {
    const key = suffix === 1 ? project.key : `${project.key}${suffix}`;
    if ((await tx.run(claimKey, { keyFolded: foldCase(key), projectId: project.id })) === 0) continue;
    if (suffix > 1) await tx.run(setKey, { id: project.id, key });
    return key;
  }
}

const insert = statement<Project & { nameFolded: string; descriptionFolded: string | null }>(`
  insert into projects (id, workspace_id, owner_id, name, name_folded, description, description_folded, key, status,
    visibility, estimate_unit, created_at, updated_at)
  values (:id, :workspaceId, :ownerId, :name, :nameFolded, :description, :descriptionFolded, :key, :status,
    :visibility, :estimateUnit, :createdAt, :updatedAt)`);
async function insertWithoutKey(tx: Queries, project: Project): Promise<void> {
  await tx.run(insert, withFoldedText(project));
  await insertTicketHome(tx, { id: project.id });
}

const updateProjectRowSql = statement<Project & { nameFolded: string; descriptionFolded: string | null }>(`
  update projects set workspace_id = :workspaceId, owner_id = :ownerId, name = :name, name_folded = :nameFolded,
    description = :description, description_folded = :descriptionFolded, key = :key, status = :status,
    visibility = :visibility, estimate_unit = :estimateUnit, version = :version, updated_at = :updatedAt
  where id = :id`);
export const updateProjectRow = (tx: Queries, project: Project) =>
  tx.run(updateProjectRowSql, withFoldedText(project));

/** Who leads the project, when it should be done, and whether tickets from outside wait in triage (1). */
export interface ProjectPlan {
  leadId: string | null;
  targetDate: string | null;
  triage: number;
}
export const findProjectPlan = sql.find<{ id: string }, ProjectPlan>(
  'select lead_id as "leadId", target_date as "targetDate", triage from projects where id = :id',
);
export const updateProjectPlan = sql.run<ProjectPlan & { id: string }>(
  'update projects set lead_id = :leadId, target_date = :targetDate, triage = :triage where id = :id',
);

const touch = statement<{ id: string; version: number; updatedAt: number }>(
  'update projects set version = :version, updated_at = :updatedAt where id = :id',
);
/** Increases the version of the project after a change of a setting in another table. */
export async function touchProject<P extends Project>(tx: Queries, project: P, now: number): Promise<P> {
  const { id, version, updatedAt } = project;
  const touched = { id, version: version + 1, updatedAt: Math.max(now, updatedAt + 1) };
  await tx.run(touch, touched);
  return { ...project, ...touched };
}

type WorkflowChange = Pick<Project, 'id' | 'version' | 'updatedAt'> & { workflow: string | null };
export const updateWorkflow = sql.run<WorkflowChange>(`
  update projects set workflow = :workflow, version = :version, updated_at = :updatedAt where id = :id`);

export const updateGates = sql.run<Pick<Project, 'id' | 'version' | 'updatedAt'> & { gates: string | null }>(
  'update projects set gates = :gates, version = :version, updated_at = :updatedAt where id = :id',
);

/** Adds to the number of the project's custom fields. */
export const countOwnField = sql.run<{ projectId: string }>(
  'update projects set field_count = field_count + 1 where id = :projectId',
);

export const markProjectDeleted = sql.run<{ id: string; now: number }>(`
  update projects set status_before_delete = status, status = 'deleted', version = version + 1, updated_at = :now
  where id = :id`);

export const unmarkProjectDeleted = sql.run<{ id: string; now: number }>(`
  update projects set status = coalesce(status_before_delete, 'active'), status_before_delete = null,
    version = version + 1, updated_at = :now
  where id = :id`);

/** Throws if another project has or had the key; a project can take a former key of its own again. */
export async function reserveProjectKey(tx: Queries, key: string, projectId: string): Promise<void> {
  const holder = await tx.find(keyHolder, { keyFolded: foldCase(key) });
  if (holder?.projectId === projectId) return;
  if (holder) throw keyTaken();
  await tx.run(insertKey, { keyFolded: foldCase(key), projectId }).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? keyTaken() : error;
  });
}

const forgetKeys = statement<{ projectId: string }>('delete from project_keys where project_id = :projectId');
const setAside = statement<{ projectId: string; workspaceId: string; key: string }>(
  'update projects set key = :key, workspace_id = :workspaceId where id = :projectId',
);
/** Gives a deleted project another key and workspace, so that the next demo can have its own. */
export async function setProjectAside(tx: Queries, projectId: string, workspaceId: string): Promise<void> {
  const key = `DEMO-${projectId}`;
  await tx.run(forgetKeys, { projectId });
  await tx.run(setAside, { projectId, workspaceId, key });
  await tx.run(insertKey, { projectId, keyFolded: key.toLowerCase() });
}

/** For input that is refused anyway. `takeProjectKey` is the check that is safe against concurrent changes. */
export async function findKeyProblem(
  queries: Queries,
  key: string | null | undefined,
  projectId?: string,
): Promise<FieldMessages> {
  const holder = key ? await queries.find(keyHolder, { keyFolded: foldCase(key) }) : undefined;
  return holder && holder.projectId !== projectId ? { ...keyTaken().details } : {};
}

const keyTaken = () => invalid({ key: ['Key must be unique: another project uses it or used it before'] });

const withFoldedText = (project: Project) => ({
  ...project,
  nameFolded: foldCase(project.name),
  descriptionFolded: project.description === null ? null : foldCase(project.description),
});
