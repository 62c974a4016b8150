import { api, dataQuery } from '../api/index.ts';

/** What an invitation invites to. */
export const invitationQuery = (token: string) =>
  dataQuery(['auth', 'invitation', token], () => api.lookUpInvitation({ params: { token } }));
