import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataQuery, pagesQuery } from '../api/index.ts';

export const statusQuery = () =>
  queryOptions({
    queryKey: ['instance', 'status'],
    queryFn: async () => (await api.getInstanceStatus()).data,
    refetchInterval: 30_000,
  });

export const settingsQuery = () => dataQuery(['instance', 'settings'], () => api.getInstanceSettings());

export const invitationsQuery = () =>
  dataQuery(['instance', 'invitations'], () => api.listInvitations({ query: { limit: 100 } }));

/** The key of all lists of people. */
export const peopleKey = ['instance', 'people'] as const;

export const peopleQuery = (search: string) =>
  infiniteQueryOptions({
    ...pagesQuery([...peopleKey, search], (page) =>
      api.listInstanceUsers({
        query: { limit: 50, ...(search && { query: search }), ...page },
      }),
    ),
    placeholderData: (former) => former,
  });

export interface AuditFilter {
  action?: string;
  actor?: string;
  /** `none` leaves out what administrators only read. */
  reads?: 'none';
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    ...pagesQuery(['instance', 'audit', filter], (page) =>
      api.listAuditEntries({ query: { limit: 50, ...filter, ...page } }),
    ),
    placeholderData: (former) => former,
  });

/** The key of the list of private targets. */
export const webhookTargetsKey = ['instance', 'webhook-targets'] as const;

export const webhookTargetsQuery = () => dataQuery(webhookTargetsKey, () => api.listWebhookTargets());

/** The key of the list of linked repositories. */
export const repositoriesKey = ['instance', 'repositories'] as const;

export const repositoriesQuery = () =>
  pagesQuery(repositoriesKey, (page) => api.listRepositoryLinks({ query: { limit: 50, ...page } }));
