import { dynamicStatement, escapeLike, type Queries, statement } from '../../platform/db/index.ts';

interface Named {
  id: string;
  name: string;
}

const byRef = statement<{ homes: string[]; refs: string[] }, Named & { key: string; nameFolded: string }>(`
  select p.id, p.key, p.name, p.name_folded as "nameFolded" from projects p
  where p.id in :homes[] and (p.name_folded in :refs[]
    or p.id in (select project_id from project_keys where key_folded in :refs[]))`);
/** Those of the homes that are projects with one of these keys, former keys or names, case-folded. */
export const listProjectsNamed = (queries: Queries, homes: string[], refs: string[]) =>
  queries.list(byRef, { homes, refs });

const keyHolders = statement<{ refs: string[] }, { id: string; key: string }>(
  'select project_id as id, key_folded as key from project_keys where key_folded in :refs[]',
);
/** Which project has or had each of these keys. */
export const listKeyHolders = (queries: Queries, refs: string[]) => queries.list(keyHolders, { refs });

const homesOfGuest = statement<{ userId: string; homes: string[] }, { id: string }>(`
  select t.home_id as id from tickets t
  where t.assignee_id = :userId and t.deleted_at is null and t.home_id in :homes[]
  union select t.home_id as id from tickets t
  where t.reporter_id = :userId and t.deleted_at is null and t.home_id in :homes[]`);
/** Those of the homes in which the person reported or is assigned a ticket. */
export const listHomesOfGuest = async (queries: Queries, userId: string, homes: string[]) =>
  (await queries.list(homesOfGuest, { userId, homes })).map(({ id }) => id);

const byPrefix = statement<{ homes: string[]; prefix: string; limit: number }, Named & { key: string }>(`
  select p.id, p.key, p.name from projects p
  where p.id in :homes[] and (lower(p.key) like :prefix escape '!' or p.name_folded like :prefix escape '!')
  order by p.key limit :limit`);
export const listProjectsBeginning = (queries: Queries, homes: string[], prefix: string, limit: number) =>
  queries.list(byPrefix, { homes, prefix: `${escapeLike(prefix)}%`, limit });

const groupsIn = statement<{ homes: string[] }, Named>(
  'select g.id, g.name from groups g where g.project_id in :homes[] order by g.created_at desc, g.id',
);
/** All groups of these projects, the newest first. */
export const listGroupNames = (queries: Queries, homes: string[]) => queries.list(groupsIn, { homes });

const milestonesIn = statement<{ homes: string[] }, Named>(`
  select g.id, g.name from groups g where g.project_id in :homes[] and g.kind = 'milestone'
  order by g.created_at desc, g.id`);
export const listMilestoneNames = (queries: Queries, homes: string[]) =>
  queries.list(milestonesIn, { homes });

const workspacesOf = (limited: boolean) =>
  dynamicStatement<object, Named>(`
    select w.id, w.name from workspaces w where ${
      limited
        ? 'w.id in (select workspace_id from projects where id in :keyProjects[])'
        : 'w.id in (select workspace_id from workspace_members where user_id = :userId)'
    } order by w.name, w.id`);
/** The workspaces of a user or, for an API key that is limited to projects, those of the projects. */
export const listWorkspaceNames = (
  queries: Queries,
  userId: string,
  keyProjects: readonly string[] | undefined,
) =>
  queries.list(
    workspacesOf(keyProjects !== undefined),
    keyProjects ? { keyProjects: [...keyProjects] } : { userId },
  );
