import { queryOptions } from '@tanstack/react-query';
import { api, queryClient, readAll } from '../api/index.ts';

/** The invitations to a project that nobody has accepted yet. */
export const pendingInvitationsQuery = (project: string) =>
  queryOptions({
    queryKey: ['invitations', project],
    queryFn: async () =>
      (await readAll((query) => api.listInvitations({ query: { ...query, project } }))).filter(
        ({ status }) => status === 'pending',
      ),
  });

export const refreshInvitations = () => queryClient.invalidateQueries({ queryKey: ['invitations'] });
