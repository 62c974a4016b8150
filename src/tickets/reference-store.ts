import { sql } from '../platform/db/index.ts';
import type { GroupKind } from './groups/group.ts';

export interface GroupFacts {
  projectId: string;
  kind: GroupKind;
}

export const isMemberOfHome = sql.exists<{ homeId: string; userId: string }, { userId: string }>(`
  select user_id as "userId" from project_members where project_id = :homeId and user_id = :userId
  union all
  select user_id from workspace_members where workspace_id = :homeId and user_id = :userId`);

export const findGroupFacts = sql.find<{ id: string }, GroupFacts>(
  'select project_id as "projectId", kind from groups where id = :id',
);
