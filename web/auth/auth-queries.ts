import { api, dataQuery } from '../api/index.ts';

/** What an application asks for at `/oauth/authorize`. Read once: the answer may be an address to go to. */
export const authorizationQuery = (request: Record<string, string>) => ({
  ...dataQuery(['auth', 'authorization', request], () => api.getAuthorization({ query: request })),
  retry: false,
  refetchOnWindowFocus: false,
});

/** What an invitation invites to. */
export const invitationQuery = (token: string) =>
  dataQuery(['auth', 'invitation', token], () => api.lookUpInvitation({ params: { token } }));
