import type { Comment, Reports, RepositoryName } from '../code-host.ts';
import { findOnPages } from '../rest/find-on-pages.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';
import { projectPath } from './project-path.ts';

const perPage = 100;

/** Notes of merge requests serve as comments. */
export function newGitLabReports(rest: RestClient): Reports {
  const notesPath = (repo: RepositoryName, number: number) =>
    `${projectPath(repo)}/merge_requests/${number}/notes`;
  const releasesPath = (repo: RepositoryName) => `${projectPath(repo)}/releases`;
  return {
    setStatus: async (repo, { sha, name, isSuccess, description, forkPull }, signal) => {
      const state = isSuccess ? 'success' : 'failed';
      const { body } = await rest.get(
        `${projectPath(repo)}/repository/commits/${sha}/statuses?name=${segment(name)}&per_page=${perPage}`,
        signal,
        [],
        'page',
      );
      const [known] = (body as { id: number; status: string; description: string | null }[]).sort(
        (a, b) => b.id - a.id,
      );
      if (known?.status === state && known.description === description) return;
      await rest.request('POST', `${projectPath(repo)}/statuses/${sha}`, signal, {
        body: {
          ...{ state, name, description },
          // Without it GitLab looks for a branch with the commit and refuses a commit of a fork.
          ...(forkPull !== undefined && { ref: `refs/merge-requests/${forkPull}/head` }),
        },
      });
    },
    findComment: (repo, number, text, signal) =>
      findOnPages(
        async (page) =>
          (
            await rest.get(
              `${notesPath(repo, number)}?sort=asc&order_by=created_at&per_page=${perPage}&page=${page}`,
              signal,
              [],
              'page',
            )
          ).body.map(toComment),
        ({ body }) => body.includes(text),
      ),
    getComment: async (repo, number, id, signal) => {
      const { status, body } = await rest.get(`${notesPath(repo, number)}/${segment(id)}`, signal, [404]);
      return status === 404 ? undefined : toComment(body);
    },
    addComment: async (repo, number, text, signal) => {
      const answer = await rest.request('POST', notesPath(repo, number), signal, { body: { body: text } });
      return toComment(answer.body).id;
    },
    updateComment: async (repo, number, { id, body }, signal) => {
      await rest.request('PUT', `${notesPath(repo, number)}/${segment(id)}`, signal, { body: { body } });
    },
    findRelease: async (repo, tag, signal) => {
      const { status, body } = await rest.get(`${releasesPath(repo)}/${segment(tag)}`, signal, [404]);
      return status === 404 ? undefined : { id: tag, body: body.description ?? '' };
    },
    addRelease: async (repo, tag, body, signal) => {
      await rest.request('POST', releasesPath(repo), signal, {
        body: { tag_name: tag, name: tag, description: body },
      });
    },
    updateRelease: async (repo, tag, { body }, signal) => {
      await rest.request('PUT', `${releasesPath(repo)}/${segment(tag)}`, signal, {
        body: { description: body },
      });
    },
  };
}

const toComment = ({ id, body }: { id: number; body?: string | null }): Comment => ({
  id: String(id),
  body: body ?? '',
});
