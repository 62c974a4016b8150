import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Initiative } from '../../../sdk/index.ts';
import { api, dataQuery, queryClient, readAll } from '../../api/index.ts';
import { projectsKey, projectTicketsKey } from '../project-queries.ts';

/** Begins with the key of counts over tickets, because initiatives have such counts. */
const initiativesKey = [...projectTicketsKey, 'initiatives'] as const;

export const initiativesQuery = (archived: boolean) =>
  infiniteQueryOptions({
    queryKey: [...initiativesKey, 'list', archived],
    queryFn: ({ pageParam }) =>
      api.listInitiatives({ query: { archived, limit: 50, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });

/** The initiatives that a project serves. */
export const initiativesOfProjectQuery = (project: string) =>
  dataQuery([...initiativesKey, 'of-project', project], () =>
    api.listInitiatives({ query: { project, limit: 50 } }),
  );

export const initiativeQuery = (id: string) =>
  dataQuery([...initiativesKey, 'one', id], () => api.getInitiative({ params: { id } }));

export const initiativeForecastQuery = (id: string) =>
  dataQuery([...initiativesKey, 'forecast', id], () => api.getInitiativeForecast({ params: { id } }));

/** The members of a workspace, who can own its initiatives and review its own tickets. */
export const workspaceMembersQuery = (workspaceId: string) => ({
  queryKey: [...projectsKey, 'workspace-members', workspaceId] as const,
  queryFn: () => readAll((query) => api.listWorkspaceMembers({ params: { id: workspaceId }, query })),
});

export interface InitiativeChange {
  name?: string;
  description?: string;
  ownerId?: string | null;
  targetDate?: string | null;
  archived?: boolean;
}

export async function changeInitiative(id: string, body: InitiativeChange): Promise<void> {
  await api.updateInitiative({ params: { id }, body });
  await refreshInitiatives();
}

export async function setProject(id: string, projectId: string, isIn: boolean): Promise<void> {
  const params = { id, projectId };
  await (isIn ? api.addInitiativeProject({ params }) : api.removeInitiativeProject({ params }));
  await refreshInitiatives();
}

/** Moves an initiative one place up or down among those of its workspace. */
export async function moveInitiative(
  all: readonly Initiative[],
  { id, workspaceId }: Initiative,
  by: -1 | 1,
): Promise<void> {
  const ids = all.filter((one) => one.workspaceId === workspaceId).map((one) => one.id);
  const from = ids.indexOf(id);
  ids.splice(from, 1);
  ids.splice(from + by, 0, id);
  await api.orderInitiatives({ body: { workspaceId, ids } });
  await refreshInitiatives();
}

export const refreshInitiatives = () => queryClient.invalidateQueries({ queryKey: initiativesKey });
