import { byNumber, byText, listPage, pagedList, type Queries, sql, statement } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { ProjectRole } from './project.ts';

export interface Member {
  id: string;
  name: string;
  email: string;
  image: string | null;
  role: ProjectRole;
  joinedAt: number;
}

type Membership = { projectId: string; userId: string };

const columns = 'u.id, u.name, u.email, u.image, m.role, m.joined_at as "joinedAt"';
const ofProject = 'from project_members m join users u on u.id = m.user_id where m.project_id = :projectId';
const members = pagedList<{ projectId: string }, Member>({
  columns,
  from: 'project_members m',
  joins: 'join users u on u.id = m.user_id',
  where: 'm.project_id = :projectId',
  sort: [
    byNumber('m.joined_at', 'asc', ({ joinedAt }) => joinedAt),
    byText('m.user_id', 'asc', ({ id }) => id),
  ],
});

export const listMembers = (queries: Queries, projectId: string, page: Page) =>
  listPage(queries, members, { projectId }, page);
export const listFirstMembers = (queries: Queries, projectId: string, limit: number) =>
  queries.list(members.first, { projectId, limit });
export const findMember = sql.find<Membership, Member>(
  `select ${columns} ${ofProject} and m.user_id = :userId`,
);
/**
 * The highest role that an agent may have in the project; undefined for a person.
 * An agent has at most the role of its owner, and at most admin; null if its owner is not a member.
 */
export const findAgentLimit = sql.find<Membership, { ownerName: string; role: ProjectRole | null }>(`
  select o.name as "ownerName", l.role from users a join users o on o.id = a.agent_owner_id
  left join agent_project_limits l on l.agent_id = a.id and l.project_id = :projectId where a.id = :userId`);
export const lockAgentsOfMember = sql.list<Membership, Member>(
  `select ${columns} ${ofProject} and u.agent_owner_id = :userId order by m.joined_at, u.id for update of m`,
);
export const findOtherOwner = sql.findValue<Membership, { userId: string }>(`
  select user_id as "userId" from project_members
  where project_id = :projectId and role = 'owner' and user_id <> :userId order by joined_at, user_id limit 1`);
export const insertMember = sql.run<Membership & { role: ProjectRole; now: number }>(`
  insert into project_members (project_id, user_id, role, joined_at) values (:projectId, :userId, :role, :now)`);
export const saveMember = sql.run<Membership & { role: ProjectRole; now: number }>(`
  insert into project_members (project_id, user_id, role, joined_at) values (:projectId, :userId, :role, :now)
  on conflict (project_id, user_id) do update set role = excluded.role`);
export const updateMemberRole = sql.run<Membership & { role: ProjectRole }>(
  'update project_members set role = :role where project_id = :projectId and user_id = :userId',
);
export const deleteMember = sql.run<Membership>(
  'delete from project_members where project_id = :projectId and user_id = :userId',
);
export const updateProjectOwner = sql.run<{ projectId: string; ownerId: string }>(
  'update projects set owner_id = :ownerId where id = :projectId',
);

const administered = statement<{ userId: string }, { workspaceId: string }>(`
  select distinct p.workspace_id as "workspaceId" from project_members m join projects p on p.id = m.project_id
  where m.user_id = :userId and m.role in ('admin', 'owner')`);
/** The workspaces with a project that the user administers. */
export const listAdministeredWorkspaces = async (queries: Queries, userId: string) =>
  new Set((await queries.list(administered, { userId })).map(({ workspaceId }) => workspaceId));

/** The ids of the admins and owners of a project. */
export const listProjectAdmins = sql.listValues<{ projectId: string }, { userId: string }>(`
  select user_id as "userId" from project_members where project_id = :projectId and role in ('admin', 'owner')`);
