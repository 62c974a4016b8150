import { queryOptions } from '@tanstack/react-query';
import type { DocsJob, GenerateDocs } from '../../sdk/index.ts';
import { api } from '../api/index.ts';

const jobPollMs = 400;

export const docsQueries = {
  /** The repositories linked to a project. */
  repositories: (projectId: string) =>
    queryOptions({
      queryKey: ['docs', 'repositories', projectId],
      queryFn: async ({ signal }) =>
        (await api.getProject({ params: { id: projectId }, signal })).data.repositories ?? [],
      // Always stale: a person without a repository goes to the settings, links one and comes back.
      staleTime: 0,
    }),

  /** Branches and tags of a repository that contain a text. Suggestions only: a failure shows none. */
  refs: (repo: string, search: string) =>
    queryOptions({
      queryKey: ['docs', 'refs', repo, search],
      queryFn: async ({ signal }) =>
        (await api.listDocsRefs({ query: { repo, ...(search && { search }) }, signal })).data,
      staleTime: 60_000,
      retry: false,
    }),

  /** A job with its progress, asked for until it ends. */
  job: (id: string) =>
    queryOptions({
      queryKey: ['docs', 'job', id],
      queryFn: async ({ signal }) => (await api.getDocsJob({ params: { id }, signal })).data,
      refetchInterval: ({ state: { data, error } }) => (error || isEnded(data) ? false : jobPollMs),
    }),

  /** The jobs of this person for these repositories, newest first. */
  jobs: (repositories: readonly string[]) =>
    queryOptions({
      queryKey: ['docs', 'jobs'],
      queryFn: async ({ signal }) => (await api.listDocsJobs({ query: { limit: 100 }, signal })).data,
      select: (jobs) => jobs.filter(({ request }) => repositories.includes(request.repo)),
      staleTime: 0,
    }),

  /** The pages of a job in pieces, with what people decided about each entry. */
  preview: (projectId: string, job: string) =>
    queryOptions({
      queryKey: ['docs', 'preview', projectId, job],
      queryFn: async ({ signal }) =>
        (await api.previewDocs({ params: { id: projectId }, query: { job }, signal })).data,
      // Others decide too, and no event tells.
      staleTime: 0,
    }),

  /** The same pages as they are published now. */
  published: (projectId: string, job: string) =>
    queryOptions({
      queryKey: ['docs', 'published', projectId, job],
      queryFn: async ({ signal }) =>
        (await api.readPublishedDocs({ params: { id: projectId }, query: { job }, signal })).data.pages,
      // The code host has been waited for; the person decides whether to ask it again.
      retry: false,
    }),

  /** Which generated pages of the default branch are out of date. */
  check: (repo: string) =>
    queryOptions({
      queryKey: ['docs', 'check', repo],
      queryFn: async ({ signal }) => (await api.checkDocs({ body: { repo }, signal })).data,
      // A button starts it, because the answer may cost the code host many requests.
      enabled: false,
    }),
};

const isEnded = (job: DocsJob | undefined) => job?.state === 'done' || job?.state === 'failed';

/** Queues a job and returns it. */
export async function startDocsJob(body: GenerateDocs): Promise<DocsJob> {
  const answer = await api.generateDocs({ body, headers: { prefer: 'respond-async' } });
  if (!('data' in answer)) throw new Error('The server did not answer with a job');
  return answer.data;
}
