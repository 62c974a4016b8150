import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

export const statusQuery = () =>
  queryOptions({
    queryKey: ['instance', 'status'],
    queryFn: async () => (await api.getInstanceStatus()).data,
    refetchInterval: 30_000,
  });

export const demoQuery = () =>
  queryOptions({
    queryKey: ['instance', 'demo'],
    queryFn: async () => (await api.getDemo()).data,
  });

export const invitationsQuery = () =>
  queryOptions({
    queryKey: ['instance', 'invitations'],
    queryFn: async () => (await api.listInvitations({ query: { limit: 100 } })).data,
  });

/** The key of all lists of people. */
export const peopleKey = ['instance', 'people'] as const;

export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, search],
    queryFn: ({ pageParam }) =>
      api.listInstanceUsers({
        query: { limit: 50, ...(search && { query: search }), ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    placeholderData: (former) => former,
  });

export interface AuditFilter {
  action?: string;
  actor?: string;
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['instance', 'audit', filter],
    queryFn: ({ pageParam }) =>
      api.listAuditEntries({ query: { limit: 50, ...filter, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    placeholderData: (former) => former,
  });

/** The key of the list of private targets. */
export const webhookTargetsKey = ['instance', 'webhook-targets'] as const;

export const webhookTargetsQuery = () =>
  queryOptions({
    queryKey: webhookTargetsKey,
    queryFn: async () => (await api.listWebhookTargets()).data,
  });

/** The key of the list of linked repositories. */
export const repositoriesKey = ['instance', 'repositories'] as const;

export const repositoriesQuery = () =>
  infiniteQueryOptions({
    queryKey: repositoriesKey,
    queryFn: ({ pageParam }) =>
      api.listRepositoryLinks({ query: { limit: 50, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
