import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { BootProject, Group, Label, Me, Person } from '../../sdk/index.ts';
import { theDrafts, theReplica } from './browser.ts';
import { momentOf } from './dates.ts';
import type { EntryOf } from './pending.ts';
import type { Replica } from './replica.ts';
import type { Boot, Conflict, Connection, TicketRow, ViewQuery, ViewState } from './types.ts';

/** Returns the result of `read` and reads it again after each signal `name`. */
function useReplica<Value>(name: 'boot' | 'rows' | 'state', read: (replica: Replica) => Value): Value {
  const replica = theReplica();
  const subscribe = useCallback((listener: () => void) => replica.on(name, listener), [replica, name]);
  return useSyncExternalStore(subscribe, () => read(replica));
}

/** All data but tickets: preferences, workspaces, instance, unread notifications and the lists of the other hooks. */
export const useBoot = (): Boot => useReplica('boot', ({ boot }) => boot);

/** Draws again only if this part has changed. */
const useBootPart = <Name extends keyof Boot>(name: Name): Boot[Name] =>
  useReplica('boot', ({ boot }) => boot[name]);

/** The moment at which a day begins in the person's time zone. */
export const startOfDay = (day: string): number =>
  Date.parse(momentOf(day, theReplica().boot.preferences?.timezone ?? 'UTC', 'start'));

/** The signed-in person. */
export const useMe = (): Me => useBootPart('me');

/** A project that the person may read, by id or key; undefined otherwise. */
export function useProject(idOrKey: string | null | undefined): BootProject | undefined {
  const projects = useBootPart('projects');
  return useMemo(() => {
    const wanted = idOrKey?.toLowerCase();
    return projects.find(({ id, key }) => id === wanted || key.toLowerCase() === wanted);
  }, [projects, idOrKey]);
}

export const usePerson = (id: string | null | undefined): Person | undefined =>
  useById(useBootPart('people'), id);
export const useLabel = (id: string | null | undefined): Label | undefined =>
  useById(useBootPart('labels'), id);
export const useGroup = (id: string | null | undefined): Group | undefined =>
  useById(useBootPart('groups'), id);

/** The projects that the person may read, their own first. */
export const useProjects = (): readonly BootProject[] => useBootPart('projects');

/** The active people whom the person may see and assign, by name. */
export function usePeople(): readonly Person[] {
  const people = useBootPart('people');
  return useMemo(
    () => people.filter(({ isActive }) => isActive).sort((a, b) => a.name.localeCompare(b.name)),
    [people],
  );
}

/** The labels of a workspace, by name. */
export function useLabels(workspaceId: string | undefined): readonly Label[] {
  const labels = useBootPart('labels');
  return useMemo(
    () =>
      labels
        .filter((label) => label.workspaceId === workspaceId)
        .sort((a, b) => a.name.localeCompare(b.name)),
    [labels, workspaceId],
  );
}

/** The groups of a project, ordered by their start. */
export function useGroups(projectId: string | undefined): readonly Group[] {
  const groups = useBootPart('groups');
  return useMemo(
    () =>
      groups
        .filter((group) => group.projectId === projectId)
        .sort((a, b) => (a.startsAt ?? a.createdAt).localeCompare(b.startsAt ?? b.createdAt)),
    [groups, projectId],
  );
}

/** Keeps a map of each list by id, because lists are searched often. */
const maps = new WeakMap<readonly object[], Map<string, object>>();

function useById<Item extends { id: string }>(items: readonly Item[], id: string | null | undefined) {
  let map = maps.get(items) as Map<string, Item> | undefined;
  if (!map) {
    map = new Map(items.map((item) => [item.id, item]));
    maps.set(items, map);
  }
  return id ? map.get(id) : undefined;
}

/** A ticket as shown: the confirmed row with this person's pending changes. Undefined while it is not loaded. */
export function useRow(id: string | null | undefined): TicketRow | undefined {
  const replica = theReplica();
  const subscribe = useCallback(
    (listener: () => void) => (id ? followRow(replica, id, listener) : () => {}),
    [replica, id],
  );
  return useSyncExternalStore(subscribe, () => (id ? replica.row(id) : undefined));
}

/** Asks for a ticket and listens to it. */
function followRow(replica: Replica, ref: string, listener: () => void): () => void {
  replica.want(ref);
  return replica.onRow(ref, listener);
}

/** Several values, each with listeners of its own. The same array is returned until one of the values changes. */
function joinStores<Value>(follow: (listener: () => void) => (() => void)[], readAll: () => Value[]) {
  let last: readonly Value[] = [];
  return {
    subscribe: (listener: () => void) => {
      const ends = follow(listener);
      return () => {
        for (const end of ends) end();
      };
    },
    get: () => {
      const next = readAll();
      if (next.length !== last.length || next.some((value, index) => value !== last[index])) last = next;
      return last;
    },
  };
}

/** Those of the tickets that are loaded, as shown. */
export function useRows(ids: readonly string[]): readonly TicketRow[] {
  const replica = theReplica();
  const refs = ids.join();
  const store = useMemo(() => {
    const wanted = refs === '' ? [] : refs.split(',');
    return joinStores(
      (listener) => wanted.map((id) => followRow(replica, id, listener)),
      () => wanted.flatMap((id) => replica.row(id) ?? []),
    );
  }, [replica, refs]);
  return useSyncExternalStore(store.subscribe, store.get);
}

export type RowByKey = { state: 'loading' | 'missing'; row?: undefined } | { state: 'ready'; row: TicketRow };

/** A ticket by id, key or former key. */
export function useRowByKey(key: string): RowByKey {
  const replica = theReplica();
  const ref = key.toLowerCase();
  const subscribe = useCallback((listener: () => void) => followRow(replica, ref, listener), [replica, ref]);
  const id = useSyncExternalStore(subscribe, () => replica.ticketId(ref));
  const isMissing = useSyncExternalStore(subscribe, () => replica.isMissing(ref));
  const row = useRow(id);
  if (row) return { state: 'ready', row };
  return { state: isMissing ? 'missing' : 'loading' };
}

/** The tickets of a query, in order and kept up to date. */
export function useView(query: ViewQuery): ViewState {
  const replica = theReplica();
  // Callers build the query in each render, so its content is compared.
  const content = JSON.stringify(query);
  const view = useMemo(() => replica.view(query), [replica, content]);
  const subscribe = useCallback((listener: () => void) => view.subscribe(listener), [view]);
  return useSyncExternalStore(subscribe, view.get);
}

/**
 * Several views, for example the groups of a list. Returns the same array until one of them changes. With
 * `isBeginningEnough`, only the first ids and the totals are drawn, so a new page can start with those. With `isKept`
 * the browser loads the projects of the queries as a whole.
 */
export function useViews(
  queries: readonly ViewQuery[],
  isBeginningEnough = false,
  isKept = true,
): readonly ViewState[] {
  const replica = theReplica();
  const content = JSON.stringify(queries);
  // Callers build the queries in each render, so their content is compared.
  const store = useMemo(() => {
    const views = queries.map((query) => replica.view(query, isKept));
    return joinStores(
      (listener) => views.map((view) => view.subscribe(listener, isBeginningEnough)),
      () => views.map((view) => view.get()),
    );
  }, [replica, content, isBeginningEnough, isKept]);
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Incremented by every change of any row, for values that are computed from many rows, such as the groups of a list. */
export function useRowsVersion(isWanted = true): number {
  const replica = theReplica();
  const subscribe = useCallback(
    (listener: () => void) => (isWanted ? replica.on('rows', listener) : () => {}),
    [replica, isWanted],
  );
  return useSyncExternalStore(subscribe, () => (isWanted ? replica.rowsVersion : 0));
}

/** The comments of a ticket that the server does not have yet, in the order in which they are sent. */
export function useUnsentComments(ticketId: string): readonly EntryOf<'comment'>[] {
  const entries = useReplica('state', (replica) => replica.entries);
  return useMemo(
    () =>
      entries.filter(
        (entry): entry is EntryOf<'comment'> => entry.kind === 'comment' && entry.ticketId === ticketId,
      ),
    [entries, ticketId],
  );
}

export const useConnection = (): Connection => useReplica('state', ({ connection }) => connection);

/** The unsent texts of a ticket, which are shown instead of those that were read. */
export function usePendingText(ticketId: string): { title?: string; description?: string | null } {
  const content = useReplica('state', (replica) => JSON.stringify(replica.pendingText(ticketId)));
  return useMemo(() => JSON.parse(content), [content]);
}

/** Two texts of the same field; the person has to choose one. */
export function useConflict(ticketId: string, field: Conflict['field']): Conflict | undefined {
  const conflicts = useReplica('state', (replica) => replica.conflicts);
  return conflicts.find((conflict) => conflict.ticketId === ticketId && conflict.field === field);
}

export interface DraftField {
  text: string;
  setText(text: string): void;
  /** Call it once the server has the text. */
  clear(): void;
  /** True if the text was typed before this page was opened. */
  restored: boolean;
}

/** A text that survives crashes and reloads until `clear`. The key says what is written where: `comment:<ticket id>`. */
export function useDraft(key: string, initial = ''): DraftField {
  const drafts = theDrafts();
  const state = useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
  const isTyped = useSyncExternalStore(drafts.subscribe, () => drafts.has(key));
  return useMemo(
    () => ({
      text: isTyped ? state.text : initial,
      restored: state.restored,
      setText: (text: string) => drafts.set(key, text),
      clear: () => drafts.clear(key),
    }),
    [drafts, key, initial, state, isTyped],
  );
}

/** The texts that were typed but never sent. */
export function useDrafts(): readonly { key: string; text: string }[] {
  const drafts = theDrafts();
  return useSyncExternalStore(drafts.subscribe, drafts.list);
}
