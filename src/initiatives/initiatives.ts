import type { Queries, Tx } from '../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import { assertFresh } from '../platform/versions.ts';
import {
  canReadProject,
  findProject,
  getProjectFor,
  listNewestUpdates,
  listProjectRows,
} from '../projects/index.ts';
import { countProgress, type ForecastPeriod, forecastProjects } from '../stats/index.ts';
import { type Actor, keyProjectLimit, type Scope } from '../users/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  canCreateInitiative,
  canEditInitiative,
  canReadInitiative,
  type Initiative,
  type InitiativeForActor,
  type InitiativeProject,
  initiativesPerWorkspaceMax,
  projectsPerInitiativeMax,
} from './initiative.ts';
import {
  initiativeCreated,
  initiativeDeleted,
  initiativeUpdated,
  recordInitiativeEvent,
} from './initiative-events.ts';
import * as store from './initiative-store.ts';

type Permission = (actor: Actor, initiative: InitiativeForActor) => boolean;
export type InitiativeWithProjects = InitiativeForActor & { projects: InitiativeProject[] };

export interface NewInitiative {
  workspaceId: string;
  name: string;
  description?: string | undefined;
  ownerId?: string | null | undefined;
  targetDate?: string | null | undefined;
}
export type InitiativeChanges = Partial<Omit<NewInitiative, 'workspaceId'>> & {
  archived?: boolean | undefined;
};

export interface InitiativeListing {
  workspace?: string | undefined;
  /** The id or key of a project: only initiatives with it. */
  project?: string | undefined;
  archived?: boolean | undefined;
}

/** The initiatives of the actor's workspaces with the projects that the actor may read. */
export async function listInitiatives(scope: Scope, listing: InitiativeListing, page: Page) {
  const { db, actor } = scope;
  const { workspace = '', project, archived = false } = listing;
  const found = project === undefined ? undefined : await findProject(db.reads, project, actor);
  if (project !== undefined && !(found && canReadProject(actor, found)))
    return { rows: [], total: 0, next: undefined };
  const projectId = found?.id ?? '';
  const filter = { userId: actor.userId, workspaceId: workspace, projectId, archived: Number(archived) };
  const { rows, ...rest } = await store.listInitiativeRows(db.reads, filter, page);
  return { rows: await withProjects(db.reads, actor, rows), ...rest };
}

export async function getInitiative({ db, actor }: Scope, id: string): Promise<InitiativeWithProjects> {
  return withOwnProjects(db.reads, actor, await getInitiativeFor(db.reads, actor, id, canReadInitiative));
}

/** Throws NOT_FOUND if there is no such initiative, FORBIDDEN if the predicate refuses the actor. */
export const getInitiativeFor = async (queries: Queries, actor: Actor, id: string, may: Permission) =>
  permitted(await store.findInitiative(queries, { id, userId: actor.userId }), actor, may);

const lockFor = async (tx: Tx, actor: Actor, id: string, may: Permission) =>
  permitted(await store.lockInitiative(tx, { id, userId: actor.userId }), actor, may);

function permitted(initiative: InitiativeForActor | undefined, actor: Actor, may: Permission) {
  if (!initiative) throw notFound('Initiative');
  if (!may(actor, initiative)) throw noPermission();
  return initiative;
}

export async function createInitiative(scope: Scope, input: NewInitiative): Promise<InitiativeWithProjects> {
  const { actor, clock } = scope;
  return scope.write(async (tx) => {
    const { workspaceId, name, description = '', targetDate = null } = input;
    const workspace = await findWorkspace(tx, { id: workspaceId, userId: actor.userId });
    if (!workspace) throw invalid({ workspaceId: ['Workspace does not exist'] });
    if (!canCreateInitiative(actor, workspace.role)) throw noPermission();
    const ownerId = input.ownerId === undefined ? actor.userId : input.ownerId;
    await assertOwner(tx, workspaceId, ownerId);
    await tx.advisoryLock(`initiatives ${workspaceId}`);
    const position = await store.countInitiatives(tx, { workspaceId });
    if (position >= initiativesPerWorkspaceMax) {
      throw conflict(
        `The workspace has ${initiativesPerWorkspaceMax} initiatives, the maximum. Delete one first.`,
      );
    }
    const now = clock.now();
    const initiative: Initiative = {
      ...{ id: newId(now), workspaceId, name, description, ownerId, targetDate, position },
      ...{ archivedAt: null, version: 1, createdAt: now, updatedAt: now },
    };
    await store.insertInitiative(tx, initiative);
    await recordInitiativeEvent(tx, scope, initiativeCreated, initiative, now);
    return { ...(await getInitiativeFor(tx, actor, initiative.id, canReadInitiative)), projects: [] };
  });
}

export async function changeInitiative(
  scope: Scope,
  id: string,
  changes: InitiativeChanges,
): Promise<InitiativeWithProjects> {
  const { actor } = scope;
  return scope.write(async (tx) => {
    const before = await lockFor(tx, actor, id, canEditInitiative);
    assertFresh(scope.acceptedVersions, before.version);
    const { archived = before.archivedAt !== null, ...fields } = changes;
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const now = Math.max(scope.clock.now(), before.updatedAt + 1);
    const archivedAt = archived ? (before.archivedAt ?? now) : null;
    const after: Initiative = { ...before, ...given, archivedAt };
    const changed = (['name', 'description', 'ownerId', 'targetDate', 'archivedAt'] as const).filter(
      (field) => before[field] !== after[field],
    );
    if (changed.includes('ownerId')) await assertOwner(tx, before.workspaceId, after.ownerId);
    if (changed.length > 0)
      await saveAndTell(tx, scope, { ...after, version: before.version + 1, updatedAt: now });
    return withOwnProjects(tx, actor, await getInitiativeFor(tx, actor, id, canReadInitiative));
  });
}

async function saveAndTell(tx: Tx, scope: Scope, initiative: Initiative): Promise<void> {
  await store.updateInitiativeRow(tx, initiative);
  await recordInitiativeEvent(tx, scope, initiativeUpdated, initiative, initiative.updatedAt);
}

export async function deleteInitiative(scope: Scope, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const initiative = await lockFor(tx, scope.actor, id, canEditInitiative);
    assertFresh(scope.acceptedVersions, initiative.version);
    await store.deleteInitiativeRow(tx, { id });
    await recordInitiativeEvent(tx, scope, initiativeDeleted, initiative, scope.clock.now());
    return id;
  });
}

/** Adds or removes a project, which must be of the same workspace and readable by the actor. Repeating it changes nothing. */
export async function setInitiativeProject(
  scope: Scope,
  id: string,
  projectRef: string,
  isIn: boolean,
): Promise<InitiativeWithProjects> {
  const { actor } = scope;
  return scope.write(async (tx) => {
    const initiative = await lockFor(tx, actor, id, canEditInitiative);
    const project = await getProjectFor(tx, actor, projectRef, canReadProject);
    if (isIn) {
      if (project.workspaceId !== initiative.workspaceId)
        throw conflict('An initiative has projects of its own workspace only.');
      const links = await store.listProjectLinks(tx, { ids: [id] });
      if (links.length >= projectsPerInitiativeMax)
        throw conflict(`An initiative has at most ${projectsPerInitiativeMax} projects.`);
    }
    const now = Math.max(scope.clock.now(), initiative.updatedAt + 1);
    const link = { id, projectId: project.id };
    const count = isIn
      ? await store.insertProjectLink(tx, { ...link, now })
      : await store.deleteProjectLink(tx, link);
    const after = { ...initiative, version: initiative.version + 1, updatedAt: now };
    if (count > 0) await saveAndTell(tx, scope, after);
    return withOwnProjects(tx, actor, count > 0 ? after : initiative);
  });
}

/** Sets the order of a workspace. Initiatives that the list does not name keep their position. */
export async function orderInitiatives(scope: Scope, workspaceId: string, ids: string[]): Promise<string[]> {
  const { actor } = scope;
  return scope.write(async (tx) => {
    const workspace = await findWorkspace(tx, { id: workspaceId, userId: actor.userId });
    if (!workspace) throw invalid({ workspaceId: ['Workspace does not exist'] });
    if (!canCreateInitiative(actor, workspace.role)) throw noPermission();
    await tx.advisoryLock(`initiatives ${workspaceId}`);
    for (const [position, id] of ids.entries()) {
      if ((await store.setPosition(tx, { id, workspaceId, position })) === 0)
        throw invalid({ ids: [`Initiative ${id} does not exist in this workspace`] });
    }
    const first = ids[0] && (await store.findInitiative(tx, { id: ids[0], userId: actor.userId }));
    if (first) await recordInitiativeEvent(tx, scope, initiativeUpdated, first, scope.clock.now());
    return ids;
  });
}

/** What becomes of the open tickets of its projects, those that the actor may read. */
export async function getInitiativeForecast(scope: Scope, id: string, query: ForecastPeriod) {
  const { projects } = await getInitiative(scope, id);
  return forecastProjects(
    scope,
    projects.filter(({ status }) => status === 'active'),
    query,
  );
}

async function withOwnProjects(
  queries: Queries,
  actor: Actor,
  initiative: InitiativeForActor,
): Promise<InitiativeWithProjects> {
  const [only] = await withProjects(queries, actor, [initiative]);
  const { projects } = only as InitiativeWithProjects;
  const reported = projects.filter(({ health }) => health !== null).map(({ id }) => id);
  const updates = reported.length > 0 ? await listNewestUpdates(queries, { ids: reported }) : [];
  const ofProject = new Map(updates.map((update) => [update.projectId, update]));
  return {
    ...initiative,
    projects: projects.map((project) => ({ ...project, update: ofProject.get(project.id) })),
  };
}

/** A project that the actor may not read is neither named nor counted. */
async function withProjects(
  queries: Queries,
  actor: Actor,
  initiatives: InitiativeForActor[],
): Promise<InitiativeWithProjects[]> {
  if (initiatives.length === 0) return [];
  const links = await store.listProjectLinks(queries, { ids: initiatives.map(({ id }) => id) });
  const ids = [...new Set(links.map(({ projectId }) => projectId))];
  if (ids.length === 0) return initiatives.map((initiative) => ({ ...initiative, projects: [] }));
  const filter = { userId: actor.userId, keyProjects: keyProjectLimit(actor), ids };
  const page = { page: 1, offset: 0, limit: ids.length };
  const { rows } = await listProjectRows(queries, filter, 'name', 'asc', page);
  const progress = new Map(
    (await countProgress(queries, { ids: rows.map(({ id }) => id) })).map((row) => [row.projectId, row]),
  );
  return initiatives.map((initiative) => {
    const own = new Set(
      links.flatMap(({ initiativeId, projectId }) => (initiativeId === initiative.id ? projectId : [])),
    );
    const projects = rows
      .filter(({ id, workspaceId }) => own.has(id) && workspaceId === initiative.workspaceId)
      .map(({ id, key, name, status, createdAt, leadId, targetDate, health, healthAt }) => {
        const { open = 0, done = 0 } = progress.get(id) ?? {};
        return { id, key, name, status, createdAt, leadId, targetDate, health, healthAt, open, done };
      });
    return { ...initiative, projects };
  });
}

async function assertOwner(queries: Queries, workspaceId: string, ownerId: string | null): Promise<void> {
  if (ownerId === null) return;
  const workspace = await findWorkspace(queries, { id: workspaceId, userId: ownerId });
  if (workspace?.role) return;
  throw invalid({ ownerId: ['Owner must be a member of the workspace'] });
}

const noPermission = () => forbiddenBecause('Insufficient permissions to access this initiative');
