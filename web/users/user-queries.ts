import { queryOptions } from '@tanstack/react-query';
import { api, dataQuery, pagesQuery } from '../api/index.ts';

export const profileQuery = () =>
  dataQuery(['users', 'profile'], () => api.getProfile({ query: { counts: true } }));

export const codeLoginsQuery = () =>
  queryOptions({
    queryKey: ['users', 'code-logins'],
    queryFn: async () => (await api.getCodeLogins()).data.logins,
  });

export const preferencesQuery = () => dataQuery(['users', 'preferences'], () => api.getPreferences());

export const sessionsQuery = () =>
  dataQuery(['users', 'sessions'], () => api.listSessions({ query: { limit: 100 } }));

export const secondFactorQuery = () => dataQuery(['users', 'second-factor'], () => api.getSecondFactor());

export const passkeysQuery = () => dataQuery(['users', 'passkeys'], () => api.listPasskeys());

export const identitiesQuery = () => dataQuery(['users', 'identities'], () => api.listIdentities());

export const apiKeysQuery = () =>
  dataQuery(['users', 'api-keys'], () => api.listApiKeys({ query: { limit: 100 } }));

export const connectionsQuery = () =>
  dataQuery(['users', 'connections'], () => api.listConnections({ query: { limit: 100 } }));

export const statsQuery = (period: 'week' | 'month' | 'quarter' | 'year') =>
  dataQuery(['users', 'stats', period], () => api.getUserStats({ query: { period } }));

export const activityQuery = () =>
  pagesQuery(['users', 'activity'], (page) => api.listActivity({ query: { limit: 50, ...page } }));
