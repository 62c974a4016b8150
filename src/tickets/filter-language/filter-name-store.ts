import { dynamicStatement, escapeLike, type Queries, sql, statement } from '../../platform/db/index.ts';

interface Named {
  id: string;
  name: string;
}

/** Lists those of the homes that are projects with one of these case-folded keys, former keys or names. */
export const listProjectsNamed = sql.list<
  { homes: string[]; refs: string[] },
  Named & { key: string; nameFolded: string }
>(`
  select p.id, p.key, p.name, p.name_folded as "nameFolded" from projects p
  where p.id in :homes[] and (p.name_folded in :refs[]
    or p.id in (select project_id from project_keys where key_folded in :refs[]))`);

/** Finds the project that has or had each of these keys. */
export const listKeyHolders = sql.list<{ refs: string[] }, { id: string; key: string }>(
  'select project_id as id, key_folded as key from project_keys where key_folded in :refs[]',
);

/** Lists those of the homes in which the person is the reporter or assignee of a ticket. */
export const listHomesOfGuest = sql.listValues<{ userId: string; homes: string[] }, { id: string }>(`
  select t.home_id as id from tickets t
  where t.assignee_id = :userId and t.deleted_at is null and t.home_id in :homes[]
  union select t.home_id as id from tickets t
  where t.reporter_id = :userId and t.deleted_at is null and t.home_id in :homes[]`);

const listProjectsBeginningSql = statement<
  { homes: string[]; prefix: string; limit: number },
  Named & { key: string }
>(`
  select p.id, p.key, p.name from projects p
  where p.id in :homes[] and (lower(p.key) like :prefix escape '!' or p.name_folded like :prefix escape '!')
  order by p.key limit :limit`);
export const listProjectsBeginning = (queries: Queries, homes: string[], prefix: string, limit: number) =>
  queries.list(listProjectsBeginningSql, { homes, prefix: `${escapeLike(prefix)}%`, limit });

/** All groups of these projects, the newest first. */
export const listGroupNames = sql.list<{ homes: string[] }, Named>(
  'select g.id, g.name from groups g where g.project_id in :homes[] order by g.created_at desc, g.id',
);

export const listMilestoneNames = sql.list<{ homes: string[] }, Named>(`
  select g.id, g.name from groups g where g.project_id in :homes[] and g.kind = 'milestone'
  order by g.created_at desc, g.id`);

const selectWorkspaces = (limited: boolean) =>
  dynamicStatement<object, Named>(`
    select w.id, w.name from workspaces w where ${
      limited
        ? 'w.id in (select workspace_id from projects where id in :keyProjects[])'
        : 'w.id in (select workspace_id from workspace_members where user_id = :userId)'
    } order by w.name, w.id`);
/** Lists the workspaces of a user or, for an API key that is limited to projects, those of the projects. */
export const listWorkspaceNames = (
  queries: Queries,
  userId: string,
  keyProjects: readonly string[] | undefined,
) =>
  queries.list(
    selectWorkspaces(keyProjects !== undefined),
    keyProjects ? { keyProjects: [...keyProjects] } : { userId },
  );
