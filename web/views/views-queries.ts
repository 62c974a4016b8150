import { queryOptions } from '@tanstack/react-query';
import type { SavedQuery, View, ViewDisplay } from '../../sdk/index.ts';
import { api, queryClient } from '../api/index.ts';

const viewsKey = ['views'] as const;

/** Every view that the person can see, in their own order. */
export const viewsQuery = queryOptions({
  queryKey: [...viewsKey, 'list'],
  queryFn: async () => {
    const { data } = await api.listViews({ query: { limit: 100 } });
    localStorage.setItem(keptKey(), JSON.stringify(data));
    return data;
  },
  // The sidebar has them while the server cannot be reached; they are loaded again in any case.
  initialData: readKept,
  initialDataUpdatedAt: 0,
});

const keptKey = () => `docket.views.${localStorage.getItem('docket.user')}`;

function readKept(): View[] | undefined {
  try {
    return JSON.parse(localStorage.getItem(keptKey()) ?? '') as View[];
  } catch {
    return undefined;
  }
}

export const viewQuery = (id: string) =>
  queryOptions({
    queryKey: [...viewsKey, 'one', id],
    queryFn: async () => (await api.getView({ params: { id } })).data,
    initialData: () =>
      (queryClient.getQueryData(viewsQuery.queryKey) ?? readKept())?.find((view) => view.id === id),
    initialDataUpdatedAt: 0,
  });

export interface NewView {
  name: string;
  projectId: string | undefined;
  query: SavedQuery;
  display: ViewDisplay;
  isStarred: boolean;
}

export async function saveView({ name, projectId, query, display, isStarred }: NewView): Promise<View> {
  const scope = projectId ? ({ scope: 'project', projectId } as const) : ({ scope: 'personal' } as const);
  const { data } = await api.createView({ body: { name, query, display, ...scope } });
  if (isStarred) await api.starView({ params: { id: data.id } });
  await refresh();
  return data;
}

export async function changeView(
  id: string,
  change: { name?: string; query?: SavedQuery; display?: ViewDisplay },
): Promise<void> {
  await api.updateView({ params: { id }, body: change });
  await refresh();
}

export async function removeView(id: string): Promise<void> {
  await api.deleteView({ params: { id } });
  queryClient.setQueryData(viewsQuery.queryKey, (views) => views?.filter((view) => view.id !== id));
}

/** Shows the star at once; the list is loaded again in any case. */
export async function setStar(id: string, isStarred: boolean): Promise<void> {
  queryClient.setQueryData(viewsQuery.queryKey, (views) =>
    views?.map((view) => (view.id === id ? { ...view, isStarred } : view)),
  );
  try {
    await (isStarred ? api.starView({ params: { id } }) : api.unstarView({ params: { id } }));
  } finally {
    await refresh();
  }
}

export async function setSubscription(id: string, isSubscribed: boolean): Promise<void> {
  await (isSubscribed ? api.subscribeView({ params: { id } }) : api.unsubscribeView({ params: { id } }));
  await refresh();
}

export async function orderViews(ids: string[]): Promise<void> {
  queryClient.setQueryData(viewsQuery.queryKey, (views) =>
    views?.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
  );
  try {
    await api.orderViews({ body: { ids } });
  } finally {
    await refresh();
  }
}

const refresh = () => queryClient.invalidateQueries({ queryKey: viewsKey });

/** A deleted view is not loaded again: a person who looks at it keeps its tickets. */
export const staleViews = (event: string): readonly unknown[] =>
  event === 'view.deleted' ? viewsQuery.queryKey : viewsKey;
