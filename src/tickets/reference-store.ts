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

/** Whether the person may read all tickets of the home, as a member or because its project is public. */
export const isReaderOfHome = sql.exists<{ homeId: string; userId: string }, { id: string }>(`
  select user_id as id from project_members where project_id = :homeId and user_id = :userId
  union all
  select user_id from workspace_members where workspace_id = :homeId and user_id = :userId
  union all
  select p.id from projects p join workspaces w on w.id = p.workspace_id
  where p.id = :homeId and p.visibility = 'public' and (w.kind = 'personal'
    or exists (select 1 from workspace_members m where m.workspace_id = w.id and m.user_id = :userId))`);

export const findGroupFacts = sql.find<{ id: string }, GroupFacts>(
  'select project_id as "projectId", kind from groups where id = :id',
);
