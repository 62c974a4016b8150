import { queryOptions } from '@tanstack/react-query';
import { api, queryClient, readAll } from '../api/index.ts';
import { reloadBoot } from '../replica/index.ts';

export const workspaceMembersQuery = (id: string) =>
  queryOptions({
    queryKey: ['workspaces', 'members', id],
    queryFn: () => readAll((query) => api.listWorkspaceMembers({ params: { id }, query })),
  });

/** Reloads boot too, because it contains the workspaces themselves. */
export async function refreshWorkspaces(): Promise<void> {
  await Promise.all([reloadBoot(), queryClient.invalidateQueries({ queryKey: ['workspaces'] })]);
}
