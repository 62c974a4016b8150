import { type Queries, statement } from '../platform/db/index.ts';

const workspaceOf = statement<{ homeId: string }, { workspaceId: string }>(`
  select coalesce((select workspace_id from projects where id = :homeId), id) as "workspaceId"
  from ticket_homes where id = :homeId`);
// Triggers (migration 0046) maintain home_storage. A home is a project, or a workspace for tickets without a project.
const stored = statement<{ workspaceId: string }, { bytes: number }>(`
  select coalesce(sum(bytes), 0) as bytes from home_storage
  where home_id = :workspaceId or home_id in (select id from projects where workspace_id = :workspaceId)`);

export const findWorkspaceOfHome = async (queries: Queries, homeId: string) =>
  (await queries.find(workspaceOf, { homeId }))?.workspaceId ?? homeId;
export const sumStorage = async (queries: Queries, workspaceId: string) =>
  Number((await queries.find(stored, { workspaceId }))?.bytes ?? 0);
