import { byCreation, byNumber, sql } from '../platform/db/index.ts';
import type { Initiative, InitiativeForActor } from './initiative.ts';

const columns = `i.id, i.workspace_id as "workspaceId", i.name, i.description, i.owner_id as "ownerId",
  i.target_date as "targetDate", i.position, i.archived_at as "archivedAt", i.version, i.created_at as "createdAt",
  i.updated_at as "updatedAt", o.name as "ownerName", wm.role as "workspaceRole"`;
const joins = `left join users o on o.id = i.owner_id
  left join workspace_members wm on wm.workspace_id = i.workspace_id and wm.user_id = :userId`;

type ById = { id: string; userId: string };
export const findInitiative = sql.find<ById, InitiativeForActor>(
  `select ${columns} from initiatives i ${joins} where i.id = :id`,
);
/** The same with a row lock: other changes of the initiative wait for the end of the transaction. */
export const lockInitiative = sql.find<ById, InitiativeForActor>(
  `select ${columns} from initiatives i ${joins} where i.id = :id for update of i`,
);

interface Listing {
  userId: string;
  /** Empty: all workspaces of the user. */
  workspaceId: string;
  /** Empty: with any projects. */
  projectId: string;
  /** 1: also those that are archived. */
  archived: number;
}
/** The initiatives of the workspaces that the user is a member of, in their order. */
export const listInitiativeRows = sql.page<Listing, InitiativeForActor>({
  columns,
  from: 'initiatives i',
  joins,
  where: `i.workspace_id in (select workspace_id from workspace_members where user_id = :userId)
    and (:workspaceId = '' or i.workspace_id = :workspaceId) and (i.archived_at is null or :archived = 1)
    and (:projectId = '' or i.id in (select initiative_id from initiative_projects where project_id = :projectId))`,
  sort: [
    byNumber('i.position', 'asc', ({ position }) => position),
    ...byCreation('i.created_at', 'i.id', 'asc'),
  ],
});

export const countInitiatives = sql.count<{ workspaceId: string }, { total: number }>(
  'select count(*) as total from initiatives where workspace_id = :workspaceId',
);

export const insertInitiative = sql.run<Initiative>(`
  insert into initiatives (id, workspace_id, name, description, owner_id, target_date, position, archived_at, version,
    created_at, updated_at)
  values (:id, :workspaceId, :name, :description, :ownerId, :targetDate, :position, :archivedAt, :version, :createdAt,
    :updatedAt)`);

export const updateInitiativeRow = sql.run<Initiative>(`
  update initiatives set name = :name, description = :description, owner_id = :ownerId, target_date = :targetDate,
    archived_at = :archivedAt, version = :version, updated_at = :updatedAt
  where id = :id`);

export const setPosition = sql.run<{ id: string; workspaceId: string; position: number }>(
  'update initiatives set position = :position where id = :id and workspace_id = :workspaceId',
);

export const deleteInitiativeRow = sql.run<{ id: string }>('delete from initiatives where id = :id');

export const listProjectLinks = sql.list<{ ids: string[] }, { initiativeId: string; projectId: string }>(`
  select ip.initiative_id as "initiativeId", ip.project_id as "projectId"
  from initiative_projects ip where ip.initiative_id in :ids[]`);

export const insertProjectLink = sql.run<{ id: string; projectId: string; now: number }>(`
  insert into initiative_projects (initiative_id, project_id, added_at) values (:id, :projectId, :now)
  on conflict (initiative_id, project_id) do nothing`);

export const deleteProjectLink = sql.run<{ id: string; projectId: string }>(
  'delete from initiative_projects where initiative_id = :id and project_id = :projectId',
);
