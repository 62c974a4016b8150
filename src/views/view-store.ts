import {
  byCreation,
  byNumber,
  defineInsert,
  type Insert,
  insertMany,
  listPage,
  pagedList,
  type Queries,
  sql,
  statement,
  type Tx,
} from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Page } from '../platform/paging.ts';
import { type Subscription, type View, type ViewForActor, type ViewScope, viewPlace } from './view.ts';

const columns = `v.id, v.scope, v.owner_id as "ownerId", v.project_id as "projectId",
  v.workspace_id as "workspaceId", v.name, v.query, v.display, v.version, v.created_at as "createdAt",
  v.updated_at as "updatedAt", coalesce(m.starred, 0) as starred, m.position,
  m.subscribed_at as "subscribedAt", p.status as "projectStatus",
  p.visibility, pm.role, wm.role as "workspaceRole", w.kind as "workspaceKind"`;
const marked = 'views v left join view_marks m on m.view_id = v.id and m.user_id = :userId';
const joins = `left join projects p on p.id = v.project_id
  left join workspaces w on w.id = coalesce(p.workspace_id, v.workspace_id)
  left join project_members pm on pm.project_id = p.id and pm.user_id = :userId
  left join workspace_members wm on wm.workspace_id = w.id and wm.user_id = :userId`;
const ofActor = `from ${marked} ${joins}`;

type ById = { id: string; userId: string };
type InPlaces = { userId: string; places: string[]; scopes: ViewScope[]; starredMin: number };
const lastPosition = 1_000_000;
const inPlaces = pagedList<InPlaces, ViewForActor>({
  columns,
  from: marked,
  joins,
  where: 'v.place_id in :places[] and v.scope in :scopes[] and coalesce(m.starred, 0) >= :starredMin',
  sort: [
    // Views without a position come last.
    byNumber(`coalesce(m.position, ${lastPosition})`, 'asc', ({ position }) => position ?? lastPosition),
    ...byCreation('v.created_at', 'v.id', 'asc'),
  ],
});

export const findView = sql.find<ById, ViewForActor>(`select ${columns} ${ofActor} where v.id = :id`);
/** The same with a row lock: other changes of the view wait for the end of the transaction. */
export const lockView = sql.find<ById, ViewForActor>(
  `select ${columns} ${ofActor} where v.id = :id for update of v`,
);
export const listViewsById = sql.list<{ ids: string[]; userId: string }, ViewForActor>(
  `select ${columns} ${ofActor} where v.id in :ids[]`,
);

export const listPersonalViewsOfMembers = sql.list<{ projectId: string; userId: string }, ViewForActor>(`
  select ${columns} ${ofActor}
  where v.place_id in (select user_id from project_members where project_id = :projectId) and v.scope = 'personal'`);

export interface ViewFilter {
  places: string[];
  scopes: readonly ViewScope[];
  starredOnly: boolean;
}

/** The views of these places, in the user's own order, then by age. */
export const listViewsIn = (
  queries: Queries,
  userId: string,
  { places, scopes, starredOnly }: ViewFilter,
  page: Page,
) =>
  listPage(queries, inPlaces, { userId, places, scopes: [...scopes], starredMin: starredOnly ? 1 : 0 }, page);

export const listUserWorkspaceIds = sql.listValues<{ userId: string }, { id: string }>(
  'select workspace_id as id from workspace_members where user_id = :userId',
);

export const countViewsIn = sql.count<{ placeId: string }, { total: number }>(
  'select count(*) as total from views where place_id = :placeId',
);

export const insertViews: Insert<View> = defineInsert(
  'views',
  'id scope ownerId projectId workspaceId name query display createdAt updatedAt',
  {
    place_id: (view) => viewPlace(view),
    name_folded: ({ name }) => foldCase(name),
  },
);

const updateViewRowSql = statement<View & { nameFolded: string }>(`
  update views set name = :name, name_folded = :nameFolded, query = :query, display = :display, version = :version,
    updated_at = :updatedAt
  where id = :id`);
export const updateViewRow = (tx: Queries, view: View) =>
  tx.run(updateViewRowSql, { ...view, nameFolded: foldCase(view.name) });
export const deleteViewRow = sql.run<{ id: string }>('delete from views where id = :id');

const setStar = statement<{ userId: string; viewId: string; starred: number }>(`
  insert into view_marks (user_id, view_id, starred) values (:userId, :viewId, :starred)
  on conflict (user_id, view_id) do update set starred = excluded.starred`);
export const saveStar = (tx: Queries, userId: string, viewId: string, isStarred: boolean) =>
  tx.run(setStar, { userId, viewId, starred: Number(isStarred) });

export const countSubscriptions = sql.count<{ userId: string }, { total: number }>(
  'select count(*) as total from view_marks where user_id = :userId and subscribed_at is not null',
);
/** A repeated subscription keeps its time. */
export const insertSubscription = sql.run<{ userId: string; viewId: string; subscribedAt: number }>(`
  insert into view_marks (user_id, view_id, subscribed_at) values (:userId, :viewId, :subscribedAt)
  on conflict (user_id, view_id) do update set
    subscribed_at = coalesce(view_marks.subscribed_at, excluded.subscribed_at)`);
export const deleteSubscription = sql.run<{ userId: string; viewId: string }>(
  'update view_marks set subscribed_at = null where user_id = :userId and view_id = :viewId',
);
/** Who is subscribed to what, for the views of these projects and those of no project. */
export const listSubscriptions = sql.list<{ projectIds: string[]; limit: number }, Subscription>(`
  select m.user_id as "userId", m.view_id as "viewId", m.subscribed_at as "subscribedAt",
    v.project_id as "projectId", v.workspace_id as "workspaceId"
  from view_marks m join views v on v.id = m.view_id
  where m.subscribed_at is not null and (v.project_id is null or v.project_id in :projectIds[])
  order by m.subscribed_at, m.user_id, m.view_id limit :limit`);

const markColumns = ['user_id', 'view_id', 'position'];

const clearPositions = statement<{ userId: string }>(
  'update view_marks set position = null where user_id = :userId and position is not null',
);
/** Replaces the user's order; views that it does not name have no position. */
export async function replacePositions(tx: Tx, userId: string, viewIds: readonly string[]): Promise<void> {
  await tx.run(clearPositions, { userId });
  await insertMany(
    tx,
    'view_marks',
    markColumns,
    viewIds.map((viewId, position) => [userId, viewId, position]),
    'on conflict (user_id, view_id) do update set position = excluded.position',
  );
}
