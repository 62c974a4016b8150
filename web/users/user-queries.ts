import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

export const profileQuery = () =>
  queryOptions({
    queryKey: ['users', 'profile'],
    queryFn: async () => (await api.getProfile({ query: { counts: true } })).data,
  });

export const codeLoginsQuery = () =>
  queryOptions({
    queryKey: ['users', 'code-logins'],
    queryFn: async () => (await api.getCodeLogins()).data.logins,
  });

export const preferencesQuery = () =>
  queryOptions({
    queryKey: ['users', 'preferences'],
    queryFn: async () => (await api.getPreferences()).data,
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['users', 'sessions'],
    queryFn: async () => (await api.listSessions({ query: { limit: 100 } })).data,
  });

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['users', 'second-factor'],
    queryFn: async () => (await api.getSecondFactor()).data,
  });

export const passkeysQuery = () =>
  queryOptions({
    queryKey: ['users', 'passkeys'],
    queryFn: async () => (await api.listPasskeys()).data,
  });

export const identitiesQuery = () =>
  queryOptions({
    queryKey: ['users', 'identities'],
    queryFn: async () => (await api.listIdentities()).data,
  });

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['users', 'api-keys'],
    queryFn: async () => (await api.listApiKeys({ query: { limit: 100 } })).data,
  });

export const statsQuery = (period: 'week' | 'month' | 'quarter' | 'year') =>
  queryOptions({
    queryKey: ['users', 'stats', period],
    queryFn: async () => (await api.getUserStats({ query: { period } })).data,
  });

export const activityQuery = () =>
  infiniteQueryOptions({
    queryKey: ['users', 'activity'],
    queryFn: ({ pageParam }) =>
      api.listActivity({ query: { limit: 50, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
