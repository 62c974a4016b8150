import { insertMany, type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectRole, ProjectStatus, ProjectVisibility } from '../project.ts';
import type { LinkState } from './repository-trust.ts';

/** A project that links a repository, with the role of a user in it. */
export interface RepositoryProject {
  id: string;
  key: string;
  workspaceId: string;
  status: ProjectStatus;
  role: ProjectRole | null;
  visibility: ProjectVisibility;
  ownerId: string;
  projectId: string;
  /** The name as this project spells it, and what an administrator decided about the link. */
  name: string;
  state: LinkState;
}

/** The current and former keys of the projects, so that old references still find their tickets. */
export const listProjectKeys = sql.listValues<{ projectIds: string[] }, { key: string }>(
  'select key_folded as key from project_keys where project_id in :projectIds[]',
);

export const listProjectRepositories = sql.listValues<{ projectId: string }, { name: string }>(
  'select name from project_repositories where project_id = :projectId order by name_folded',
);

/** All linked repositories of active projects. */
export const listLinkedRepositories = sql.list<
  object,
  { projectId: string; name: string; linkedAt: number }
>(`
  select r.project_id as "projectId", r.name, r.linked_at as "linkedAt" from project_repositories r
  join projects p on p.id = r.project_id and p.status = 'active' order by r.name_folded, r.project_id`);

const projectsOf = statement<{ nameFolded: string; userId: string | null }, RepositoryProject>(`
  select p.id, p.key, p.workspace_id as "workspaceId", p.status, p.visibility, p.owner_id as "ownerId",
    m.role, p.id as "projectId", r.name, r.state
  from project_repositories r join projects p on p.id = r.project_id
  left join project_members m on m.project_id = p.id and m.user_id = :userId
  where r.name_folded = :nameFolded and p.status <> 'deleted' order by p.created_at, p.id`);
/** The projects that link the repository, oldest first. The case of the name is ignored. */
export const listRepositoryProjects = (queries: Queries, repository: string, userId: string | null) =>
  queries.list(projectsOf, { nameFolded: foldCase(repository), userId });

const lockRepositorySql = statement<{ nameFolded: string }>(`
  insert into repositories (name_folded) values (:nameFolded)
  on conflict (name_folded) do update set name_folded = excluded.name_folded`);
/** Upserts the row of the repository, which locks it: concurrent links of it wait for the end of the transaction. */
export const lockRepository = (tx: Tx, repository: string) =>
  tx.run(lockRepositorySql, { nameFolded: foldCase(repository) });

/** A new link. It carries a decision only if the person who links the repository may decide about it. */
export interface NewLinks {
  projectId: string;
  names: string[];
  linkedBy: string;
  isApproved: boolean;
  now: number;
}

export const deleteLinks = sql.run<{ projectId: string; names: string[] }>(
  'delete from project_repositories where project_id = :projectId and name in :names[]',
);

export async function insertLinks(tx: Tx, { projectId, names, linkedBy, isApproved, now }: NewLinks) {
  const links = names.map((name) => ({ id: newId(now), name }));
  await insertMany(
    tx,
    'project_repositories',
    [
      'id',
      'project_id',
      'name_folded',
      'name',
      'state',
      'linked_at',
      'linked_by',
      'decided_at',
      'decided_by',
    ],
    links.map(({ id, name }) => [
      ...[id, projectId, foldCase(name), name],
      ...(isApproved ? ['approved', now, linkedBy, now, linkedBy] : ['waiting', now, linkedBy, null, null]),
    ]),
  );
  return links;
}

/** Unlinks repositories that other projects have linked since, unless the user is an admin of one of those. */
export const unlinkTakenRepositories = sql.run<{ projectId: string; userId: string }>(`
  delete from project_repositories where project_id = :projectId
    and exists (select 1 from project_repositories o join projects p on p.id = o.project_id
      where o.name_folded = project_repositories.name_folded and o.project_id <> :projectId and p.status <> 'deleted')
    and not exists (select 1 from project_repositories o
      join projects p on p.id = o.project_id
      join project_members m on m.project_id = p.id and m.user_id = :userId and m.role in ('owner', 'admin')
      where o.name_folded = project_repositories.name_folded and o.project_id <> :projectId and p.status <> 'deleted')`);
