import { type Queries, statement } from '../platform/db/index.ts';
import type { GroupKind } from './groups/group.ts';

export interface GroupFacts {
  projectId: string;
  kind: GroupKind;
}

const memberOfProject = statement<{ homeId: string; userId: string }, { userId: string }>(`
  select user_id as "userId" from project_members where project_id = :homeId and user_id = :userId
  union all
  select user_id from workspace_members where workspace_id = :homeId and user_id = :userId`);
const groupFacts = statement<{ id: string }, GroupFacts>(
  'select project_id as "projectId", kind from groups where id = :id',
);

export const isMemberOfHome = async (tx: Queries, homeId: string, userId: string) =>
  (await tx.find(memberOfProject, { homeId, userId })) !== undefined;

export const findGroupFacts = (tx: Queries, id: string) => tx.find(groupFacts, { id });
