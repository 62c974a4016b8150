import { byNumber, byText, listPage, pagedList, type Queries, statement } from '../platform/db/index.ts';
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
const one = statement<Membership, Member>(`select ${columns} ${ofProject} and m.user_id = :userId`);
// An agent has at most the role of its owner, and at most admin; null if its owner is not a member.
const agentLimit = statement<Membership, { ownerName: string; role: ProjectRole | null }>(`
  select o.name as "ownerName", l.role from users a join users o on o.id = a.agent_owner_id
  left join agent_project_limits l on l.agent_id = a.id and l.project_id = :projectId where a.id = :userId`);
const agentsOf = statement<Membership, Member>(
  `select ${columns} ${ofProject} and u.agent_owner_id = :userId order by m.joined_at, u.id for update of m`,
);
const otherOwner = statement<Membership, { userId: string }>(`
  select user_id as "userId" from project_members
  where project_id = :projectId and role = 'owner' and user_id <> :userId order by joined_at, user_id limit 1`);
const insert = statement<Membership & { role: ProjectRole; now: number }>(`
  insert into project_members (project_id, user_id, role, joined_at) values (:projectId, :userId, :role, :now)`);
const save = statement<Membership & { role: ProjectRole; now: number }>(`
  insert into project_members (project_id, user_id, role, joined_at) values (:projectId, :userId, :role, :now)
  on conflict (project_id, user_id) do update set role = excluded.role`);
const setRole = statement<Membership & { role: ProjectRole }>(
  'update project_members set role = :role where project_id = :projectId and user_id = :userId',
);
const remove = statement<Membership>(
  'delete from project_members where project_id = :projectId and user_id = :userId',
);
const setOwner = statement<{ projectId: string; ownerId: string }>(
  'update projects set owner_id = :ownerId where id = :projectId',
);
const administered = statement<{ userId: string }, { workspaceId: string }>(`
  select distinct p.workspace_id as "workspaceId" from project_members m join projects p on p.id = m.project_id
  where m.user_id = :userId and m.role in ('admin', 'owner')`);

export const listMembers = (queries: Queries, projectId: string, page: Page) =>
  listPage(queries, members, { projectId }, page);
export const listFirstMembers = (queries: Queries, projectId: string, limit: number) =>
  queries.list(members.first, { projectId, limit });
export const findMember = (queries: Queries, projectId: string, userId: string) =>
  queries.find(one, { projectId, userId });
/** The highest role that an agent may have in the project; undefined for a person. */
export const findAgentLimit = (queries: Queries, projectId: string, userId: string) =>
  queries.find(agentLimit, { projectId, userId });
export const lockAgentsOfMember = (tx: Queries, projectId: string, userId: string) =>
  tx.list(agentsOf, { projectId, userId });
export const findOtherOwner = async (queries: Queries, projectId: string, userId: string) =>
  (await queries.find(otherOwner, { projectId, userId }))?.userId;
export const insertMember = (
  tx: Queries,
  projectId: string,
  userId: string,
  role: ProjectRole,
  now: number,
) => tx.run(insert, { projectId, userId, role, now });
export const saveMember = (tx: Queries, projectId: string, userId: string, role: ProjectRole, now: number) =>
  tx.run(save, { projectId, userId, role, now });
export const updateMemberRole = (tx: Queries, projectId: string, userId: string, role: ProjectRole) =>
  tx.run(setRole, { projectId, userId, role });
export const deleteMember = (tx: Queries, projectId: string, userId: string) =>
  tx.run(remove, { projectId, userId });
export const updateProjectOwner = (tx: Queries, projectId: string, ownerId: string) =>
  tx.run(setOwner, { projectId, ownerId });

/** The workspaces with a project that the user administers. */
export const listAdministeredWorkspaces = async (queries: Queries, userId: string) =>
  new Set((await queries.list(administered, { userId })).map(({ workspaceId }) => workspaceId));
