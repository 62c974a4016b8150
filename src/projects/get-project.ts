import type { Queries } from '../platform/db/index.ts';
import { forbidden, notFound } from '../platform/errors.ts';
import type { Actor, Scope } from '../users/index.ts';
import { getAutomation } from './automation.ts';
import { listFirstMembers } from './member-store.ts';
import type { ProjectForActor } from './project.ts';
import { canReadProject } from './project-access.ts';
import { findProjectDetails } from './project-list-store.ts';
import { listProjectPermissions } from './project-permissions.ts';
import { findProject, lockProject } from './project-store.ts';
import { listProjectRepositories } from './repositories/repository-store.ts';

const membersShown = 100;

type Permission = (actor: Actor, project: ProjectForActor) => boolean;

/** Throws NOT_FOUND if there is no such project, or none that the actor sees by this key; FORBIDDEN if the predicate refuses. */
export async function getProjectFor(queries: Queries, actor: Actor, ref: string, may: Permission) {
  return permitted(await findProject(queries, ref, actor), actor, may);
}

/** The same with a row lock: other changes of the project wait for the end of the transaction. */
export async function lockProjectFor(tx: Queries, actor: Actor, ref: string, may: Permission) {
  return permitted(await lockProject(tx, ref, actor), actor, may);
}

export async function getProject({ db, actor }: Scope, ref: string) {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  const [details, [permissions]] = await Promise.all([
    readProjectDetails(db.reads, project.id),
    listProjectPermissions(db.reads, actor, [project]),
  ]);
  return { ...details, permissions };
}

export async function readProjectDetails(queries: Queries, id: string) {
  const details = await findProjectDetails(queries, { id });
  if (!details) throw notFound('Project');
  return {
    ...details,
    members: await listFirstMembers(queries, id, membersShown),
    repositories: await listProjectRepositories(queries, { projectId: id }),
    automation: await getAutomation(queries, id),
  };
}

function permitted(project: ProjectForActor | undefined, actor: Actor, may: Permission): ProjectForActor {
  if (!project || project.status === 'deleted') throw notFound('Project');
  if (!may(actor, project)) throw forbidden('project');
  return project;
}
