import { type Queries, type Tx, UniqueViolation } from '../platform/db/index.ts';
import { forbidden, forbiddenBecause, invalid, notFound, Refusal } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Page } from '../platform/paging.ts';
import { assertShallow } from '../platform/validation/index.ts';
import { assertFresh } from '../platform/versions.ts';
import { findProject } from '../projects/index.ts';
import {
  cleanSavedQuery,
  findVisibleHomes,
  listTickets,
  parseSavedQuery,
  parseStoredQuery,
  type SavedQuery,
  type TicketIndex,
} from '../tickets/index.ts';
import { type Actor, keyAllowsProject, type Scope } from '../users/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import {
  jsonCharactersMax,
  toQuery,
  type View,
  type ViewForActor,
  type ViewScope,
  viewPlace,
  viewScopes,
  viewsPerPlaceMax,
} from './view.ts';
import { canChangeView, canDeleteView, canReadView, type ViewAccessContext } from './view-access.ts';
import { recordViewEvent, viewCreated, viewDeleted, viewUpdated } from './view-events.ts';
import * as store from './view-store.ts';

type Permission = (actor: Actor, view: ViewAccessContext) => boolean;

export interface NewView {
  name: string;
  scope?: ViewScope | undefined;
  projectId?: string | null | undefined;
  workspaceId?: string | null | undefined;
  query?: SavedQuery | undefined;
  display?: object | undefined;
}
export type ViewChanges = Partial<Pick<NewView, 'name' | 'query' | 'display'>>;

export interface ViewListing {
  scopes?: ViewScope[] | undefined;
  /** Ids or keys; with projects or workspaces, the list has only the views of these. */
  projects?: string[] | undefined;
  workspaces?: string[] | undefined;
  starredOnly?: boolean | undefined;
}

export async function listViews({ db, actor }: Scope, listing: ViewListing, page: Page) {
  const { scopes = viewScopes, starredOnly = false } = listing;
  const places = await listPlaces(db.reads, actor, listing);
  return store.listViewsIn(db.reads, actor.userId, { places, scopes, starredOnly }, page);
}

/** The places whose views the actor may see, by the same rules as `canReadView`. */
async function listPlaces(queries: Queries, actor: Actor, { projects, workspaces }: ViewListing) {
  const all = !projects && !workspaces;
  const ofProjects = projects || all ? (await findVisibleHomes(queries, actor, projects)).whole : [];
  if (!keyAllowsProject(actor, null)) return ofProjects;
  const memberships =
    workspaces || all ? await store.listUserWorkspaceIds(queries, { userId: actor.userId }) : [];
  const ofWorkspaces = workspaces ? memberships.filter((id) => workspaces.includes(id)) : memberships;
  return [...new Set([...ofProjects, ...ofWorkspaces, ...(all ? [actor.userId] : [])])];
}

export const getView = ({ db, actor }: Scope, id: string) => getViewFor(db.reads, actor, id, canReadView);

/** Throws NOT_FOUND if there is no such view, FORBIDDEN if the predicate refuses the actor. */
export const getViewFor = async (queries: Queries, actor: Actor, id: string, may: Permission) =>
  permitted(await store.findView(queries, { id, userId: actor.userId }), actor, may);

const lockViewFor = async (tx: Tx, actor: Actor, id: string, may: Permission) =>
  permitted(await store.lockView(tx, { id, userId: actor.userId }), actor, may);

function permitted(view: ViewForActor | undefined, actor: Actor, may: Permission): ViewForActor {
  if (!view || view.projectStatus === 'deleted') throw notFound('View');
  if (!may(actor, view)) throw noPermission();
  return view;
}

export async function createView(scope: Scope, input: NewView): Promise<ViewForActor> {
  const { actor } = scope;
  if (input.query?.filter && !scope.repeated) {
    await findPlace(scope.db.reads, actor, input);
    await assertFilterValid(scope, input.query.filter);
  }
  return withUniqueName(
    scope.write(async (tx) => {
      const place = await findPlace(tx, actor, input);
      const { query, display } = toJson(input, place.scope);
      const now = scope.clock.now();
      const view: View = {
        id: newId(now),
        ...place,
        name: input.name,
        query: query ?? '{}',
        display: display ?? '{}',
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      const placeId = viewPlace(view);
      await tx.advisoryLock(`views ${placeId}`);
      if ((await store.countViewsIn(tx, { placeId })) >= viewsPerPlaceMax) {
        throw invalid({
          scope: [`There are ${viewsPerPlaceMax} views here, the maximum. Delete one first.`],
        });
      }
      await store.insertViews(tx, [view]);
      await recordViewEvent(tx, scope, viewCreated, view, now);
      return (await store.findView(tx, { id: view.id, userId: actor.userId })) as ViewForActor;
    }),
  );
}

type Place = Pick<View, 'scope' | 'ownerId' | 'projectId' | 'workspaceId'>;

/** Where a new view belongs; throws unless the actor may write there. */
async function findPlace(queries: Queries, actor: Actor, input: NewView): Promise<Place> {
  const { scope = 'personal' } = input;
  const place: Place = { scope, ownerId: actor.userId, projectId: null, workspaceId: null };
  const none = { visibility: null, role: null, workspaceRole: null, workspaceKind: null };
  if (scope === 'personal') {
    if (!canChangeView(actor, { ...place, ...none })) throw noPermission();
    return place;
  }
  if (scope === 'workspace') {
    if (!input.workspaceId) throw invalid({ workspaceId: ['Workspace is required'] });
    const workspace = await findWorkspace(queries, { id: input.workspaceId, userId: actor.userId });
    if (!workspace) throw invalid({ workspaceId: ['Workspace does not exist'] });
    const { id: workspaceId, role: workspaceRole } = workspace;
    if (!canChangeView(actor, { ...place, ...none, workspaceRole })) throw noPermission();
    return { ...place, workspaceId };
  }
  if (!input.projectId) throw invalid({ projectId: ['Project is required'] });
  const project = await findProject(queries, input.projectId, actor);
  if (!project || project.status === 'deleted') throw invalid({ projectId: ['Project does not exist'] });
  const { id: projectId } = project;
  if (!canChangeView(actor, { ...project, ...place, projectId })) throw forbidden('project');
  return { ...place, projectId };
}

export async function changeView(scope: Scope, id: string, changes: ViewChanges): Promise<ViewForActor> {
  if (changes.query?.filter && !scope.repeated) {
    await getViewFor(scope.db.reads, scope.actor, id, canChangeView);
    await assertFilterValid(scope, changes.query.filter);
  }
  return withUniqueName(
    scope.write(async (tx) => {
      const before = await lockViewFor(tx, scope.actor, id, canChangeView);
      assertFresh(scope.acceptedVersions, before.version);
      const { query = before.query, display = before.display } = toJson(changes, before.scope);
      const { name = before.name } = changes;
      if (name === before.name && query === before.query && display === before.display) return before;
      const updatedAt = Math.max(scope.clock.now(), before.updatedAt + 1);
      const after = { ...before, name, query, display, version: before.version + 1, updatedAt };
      await store.updateViewRow(tx, after);
      await recordViewEvent(tx, scope, viewUpdated, after, updatedAt);
      return after;
    }),
  );
}

export async function deleteView(scope: Scope, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const view = await lockViewFor(tx, scope.actor, id, canDeleteView);
    assertFresh(scope.acceptedVersions, view.version);
    await store.deleteViewRow(tx, { id });
    await recordViewEvent(tx, scope, viewDeleted, view, Math.max(scope.clock.now(), view.updatedAt + 1));
    return id;
  });
}

/** Deletes the personal views of the project's members that show nothing but its tickets, for a project that goes for good. */
export async function deleteViewsOfProject(
  tx: Tx,
  scope: Scope,
  projectId: string,
  key: string | undefined,
): Promise<void> {
  for (const view of await store.listPersonalViewsOfMembers(tx, { projectId, userId: scope.actor.userId })) {
    const { project } = JSON.parse(view.query) as SavedQuery;
    const shown = project?.split(',') ?? [];
    const isOfProject = (ref: string) => ref === projectId || ref.toLowerCase() === key?.toLowerCase();
    if (shown.length === 0 || !shown.every(isOfProject)) continue;
    await store.deleteViewRow(tx, { id: view.id });
    await recordViewEvent(tx, scope, viewDeleted, view, Math.max(scope.clock.now(), view.updatedAt + 1));
  }
}

/** Query and display as they are stored. Throws what makes the query invalid, so that no stored query is refused later. */
function toJson({ query, display }: Pick<NewView, 'query' | 'display'>, scope: ViewScope) {
  return {
    query: query && boundedJson('query', cleanQuery(query, scope)),
    display: display && boundedJson('display', display),
  };
}

function cleanQuery(query: SavedQuery, scope: ViewScope): SavedQuery {
  const clean = cleanSavedQuery(query);
  const ofPlace = { personal: [], project: ['project', 'workspace'], workspace: ['workspace'] }[scope];
  const named = ofPlace.find((name) => name in clean);
  if (named)
    throw invalid({ query: [`Query (${named}) is not needed: a ${scope} view is limited to its ${scope}`] });
  return clean;
}

/** Names in a filter are looked up before the transaction, so that no other change waits for it. */
async function assertFilterValid(scope: Scope, filter: string): Promise<void> {
  await parseSavedQuery(scope, { filter }).catch((error: unknown) => {
    const [problem] = (error instanceof Refusal && error.details?.filter) || [];
    throw problem ? invalid({ query: [`Query (filter): ${problem}`] }) : error;
  });
}

function boundedJson(field: 'query' | 'display', value: object): string {
  assertShallow(field, value);
  const json = JSON.stringify(value);
  if (json.length <= jsonCharactersMax) return json;
  const label = field === 'query' ? 'Query' : 'Display';
  throw invalid({ [field]: [`${label} must have at most ${jsonCharactersMax} characters as JSON`] });
}

async function withUniqueName<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof UniqueViolation) || error.table !== 'views') throw error;
    throw invalid({ name: ['Name must be unique: there is a view of this name'] });
  });
}

const noPermission = () => forbiddenBecause('Insufficient permissions to access this view');

/** The tickets of a view that the actor may see. */
export async function listViewTickets(scope: Scope, viewId: string, page: Page, ticketIndex?: TicketIndex) {
  const view = await getView(scope, viewId);
  return listTickets(scope, await parseStoredQuery(scope, toQuery(view)), page, ticketIndex);
}
