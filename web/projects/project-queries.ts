import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Forecasts } from '../../sdk/index.ts';
import { openStatuses } from '../../sdk/ticket-fields.ts';
import { api, dataQuery, pagesQuery, queryClient, readAll } from '../api/index.ts';
import { reloadBoot } from '../replica/index.ts';
import { findLastActivity } from './last-activity.ts';

const openTickets = openStatuses.join();

/** Everything about projects, their members, labels and groups. */
export const projectsKey = ['projects'] as const;
/** The key of counts over the tickets of projects. */
export const projectTicketsKey = [...projectsKey, 'tickets'] as const;

/** The demo team, which an administrator may have created; null if there is none. */
export const demoTeamQuery = dataQuery(['instance', 'demo'], () => api.getDemo());

/** The ids of the people who can have a ticket of the project. */
export const assignableQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', 'assignable', projectId],
    queryFn: async ({ signal }) => {
      const people = await readAll((page) =>
        api.listUsers({ query: { project: projectId, ...page }, signal }),
      );
      return new Set(people.map(({ id }) => id));
    },
  });

/** All projects that the person may see, deleted ones too where they may restore them. */
export const projectsQuery = (search: string) =>
  infiniteQueryOptions({
    ...pagesQuery(['projects', 'list', search], (page) =>
      api.listProjects({
        query: {
          limit: 100,
          sort: 'name',
          order: 'asc',
          status: 'active,archived,deleted',
          ...(search && { search }),
          ...page,
        },
      }),
    ),
    placeholderData: keepPreviousData,
  });

/** The links of a project to repositories, with what administrators decided. */
export const repositoryLinksQuery = (projectId: string) =>
  dataQuery([...projectsKey, 'repositories', projectId], () =>
    api.listProjectRepositories({ params: { id: projectId }, query: { limit: 100 } }),
  );

/** How many tickets of each project are open and done. */
export const projectCountsQuery = () =>
  queryOptions({
    queryKey: [...projectTicketsKey, 'counts'],
    queryFn: async () => {
      const [open, done] = await Promise.all([
        api.countTickets({ query: { by: 'project', status: openTickets } }),
        api.countTickets({ query: { by: 'project', status: 'done' } }),
      ]);
      return { open: open.data.by.project ?? {}, done: done.data.by.project ?? {} };
    },
  });

export const lastActivityQuery = (projectIds: readonly string[]) =>
  queryOptions({
    queryKey: [...projectTicketsKey, 'last-activity', projectIds.join()],
    queryFn: () =>
      findLastActivity(projectIds, async (ids) => {
        const query = {
          project: ids.join(),
          sort: 'updatedAt',
          order: 'desc',
          limit: 100,
          fields: 'row',
        } as const;
        return (await api.listTickets({ query })).data;
      }),
    placeholderData: keepPreviousData,
  });

/** A project with its repositories and automation, which boot leaves out. */
export const projectQuery = (id: string) =>
  dataQuery(['projects', 'project', id], () => api.getProject({ params: { id } }));

/** Every change of a ticket makes statistics stale. */
export const forecastQuery = (id: string, period: 'week' | 'month' | 'quarter' | 'year') =>
  dataQuery(['stats', 'forecast', id, period], () => api.getForecast({ params: { id }, query: { period } }));

/** How many forecasts the server answers at once: those of a page of projects. */
const forecastsMax = 100;

/** The forecasts of the projects of a table, by project: one request for each page of projects. */
export const forecastsQuery = (projectIds: readonly string[]) =>
  queryOptions({
    queryKey: ['stats', 'forecasts', projectIds.join()],
    queryFn: async ({ signal }) => {
      const pages: Promise<{ data: Forecasts }>[] = [];
      for (let start = 0; start < projectIds.length; start += forecastsMax) {
        const ids = projectIds.slice(start, start + forecastsMax).join();
        pages.push(api.listForecasts({ query: { ids }, signal }));
      }
      const forecasts = (await Promise.all(pages)).flatMap(({ data }) => data.forecasts);
      return new Map(forecasts.map((forecast) => [forecast.projectId, forecast]));
    },
    placeholderData: keepPreviousData,
  });

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', 'members', id],
    queryFn: () => readAll((query) => api.listMembers({ params: { id }, query })),
  });

/** Null while the project has no code host. */
export const codeHostQuery = (id: string) =>
  dataQuery(['projects', 'code-host', id], () => api.getCodeHost({ params: { id } }));

/** People whom the person may add somewhere. */
export const foundPeopleQuery = (text: string) =>
  queryOptions({
    queryKey: ['projects', 'people', text],
    queryFn: async () => (await api.listUsers({ query: { limit: 20, ...(text && { query: text }) } })).data,
    placeholderData: keepPreviousData,
  });

/** How many tickets of a workspace have each label. */
export const labelCountsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...projectTicketsKey, 'label-counts', workspaceId],
    queryFn: async () =>
      (await api.countTickets({ query: { by: 'label', workspace: workspaceId } })).data.by.label ?? {},
  });

/** How many tickets of a project each group has, and how many of them are closed. */
export const groupCountsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectTicketsKey, 'group-counts', projectId],
    queryFn: async () => {
      const [all, closed, groups] = await Promise.all([
        api.countTickets({ query: { by: 'group', project: projectId } }),
        api.countTickets({ query: { by: 'group', project: projectId, status: 'done,cancelled' } }),
        readAll((page) => api.listGroups({ query: { project: projectId, progress: true, ...page } })),
      ]);
      const counts = { all: { ...all.data.by.group }, closed: { ...closed.data.by.group } };
      for (const { id, progress } of groups) {
        if (!progress) continue;
        counts.all[id] = progress.total;
        counts.closed[id] = progress.total - progress.open;
      }
      return counts;
    },
  });

/** Loads again what is shown of a project, after a change of it, its members, labels or groups. */
export async function refreshProjects(): Promise<void> {
  await Promise.all([reloadBoot(), queryClient.invalidateQueries({ queryKey: projectsKey })]);
}
