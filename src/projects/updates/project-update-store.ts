import { byCreation, sql } from '../../platform/db/index.ts';
import type { ProjectUpdate } from './project-update.ts';

const columns = `pu.id, pu.project_id as "projectId", pu.author_id as "authorId", u.name as "authorName", pu.health,
  pu.text, pu.created_at as "createdAt"`;

/** The updates of a project, newest first. */
export const listUpdates = sql.page<{ projectId: string }, ProjectUpdate>({
  columns,
  from: 'project_updates pu',
  joins: 'join users u on u.id = pu.author_id',
  where: 'pu.project_id = :projectId',
  sort: byCreation('pu.created_at', 'pu.id', 'desc'),
});

export const findUpdate = sql.find<{ id: string; projectId: string }, ProjectUpdate>(`
  select ${columns} from project_updates pu join users u on u.id = pu.author_id
  where pu.id = :id and pu.project_id = :projectId`);

/** The newest update of each of these projects. */
export const listNewestUpdates = sql.list<{ ids: string[] }, ProjectUpdate>(`
  select ${columns} from project_updates pu join users u on u.id = pu.author_id
  where pu.project_id in :ids[] and pu.id = (select n.id from project_updates n where n.project_id = pu.project_id
    order by n.created_at desc, n.id desc limit 1)`);

export const insertUpdate = sql.run<Omit<ProjectUpdate, 'authorName'>>(`
  insert into project_updates (id, project_id, author_id, health, text, created_at)
  values (:id, :projectId, :authorId, :health, :text, :createdAt)`);

export const deleteUpdateRow = sql.run<{ id: string }>('delete from project_updates where id = :id');
