import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

/** What an invitation invites to. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'invitation', token],
    queryFn: async () => (await api.lookUpInvitation({ params: { token } })).data,
  });
