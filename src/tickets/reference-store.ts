import { type Queries, statement } from '../platform/db/index.ts';

const memberOfProject = statement<{ homeId: string; userId: string }, { userId: string }>(`
  select user_id as "userId" from project_members where project_id = :homeId and user_id = :userId
  union all
  select user_id from workspace_members where workspace_id = :homeId and user_id = :userId`);
const groupProject = statement<{ id: string }, { projectId: string }>(
  'select project_id as "projectId" from groups where id = :id',
);

export const isMemberOfHome = async (tx: Queries, homeId: string, userId: string) =>
  (await tx.find(memberOfProject, { homeId, userId })) !== undefined;

export const findProjectOfGroup = async (tx: Queries, groupId: string) =>
  (await tx.find(groupProject, { id: groupId }))?.projectId;
