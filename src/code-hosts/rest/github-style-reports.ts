import type { Comment, Reports, RepositoryName } from '../code-host.ts';
import { findOnPages } from './find-on-pages.ts';
import { repoPath } from './repository-path.ts';
import { type RestClient, segment } from './rest-client.ts';

const perPage = 100;

/** GitHub and Gitea have the same API for statuses, comments and releases. */
export function newGithubStyleReports(rest: RestClient): Reports {
  const commentPath = (repo: RepositoryName, id: string) =>
    `${repoPath(repo)}/issues/comments/${segment(id)}`;
  return {
    setStatus: async (repo, { sha, name, isSuccess, description }, signal) => {
      const state = isSuccess ? 'success' : 'failure';
      const { body } = await rest.get(
        `${repoPath(repo)}/commits/${sha}/statuses?per_page=${perPage}`,
        signal,
        [],
        'page',
      );
      // The newest comes first on GitHub; Gitea orders by the number of the status.
      const known = (body as { id: number; context: string; state?: string; status?: string }[])
        .filter(({ context }) => context === name)
        .sort((a, b) => b.id - a.id)[0] as
        | { state?: string; status?: string; description?: string }
        | undefined;
      if ((known?.state ?? known?.status) === state && known?.description === description) return;
      await rest.request('POST', `${repoPath(repo)}/statuses/${sha}`, signal, {
        body: { state, context: name, description },
      });
    },
    findComment: (repo, number, text, signal) =>
      findOnPages(
        async (page) =>
          (
            await rest.get(
              `${repoPath(repo)}/issues/${number}/comments?per_page=${perPage}&page=${page}`,
              signal,
              [],
              'page',
            )
          ).body.map(toComment),
        ({ body }) => body.includes(text),
      ),
    getComment: async (repo, _number, id, signal) => {
      const { status, body } = await rest.get(commentPath(repo, id), signal, [404]);
      return status === 404 ? undefined : toComment(body);
    },
    addComment: async (repo, number, text, signal) => {
      const path = `${repoPath(repo)}/issues/${number}/comments`;
      return toComment((await rest.request('POST', path, signal, { body: { body: text } })).body).id;
    },
    updateComment: async (repo, _number, { id, body }, signal) => {
      await rest.request('PATCH', commentPath(repo, id), signal, { body: { body } });
    },
    findRelease: async (repo, tag, signal) => {
      const { status, body } = await rest.get(
        `${repoPath(repo)}/releases/tags/${segment(tag)}`,
        signal,
        [404],
      );
      return status === 404 ? undefined : { id: String(body.id), body: body.body ?? '' };
    },
    addRelease: async (repo, tag, body, signal) => {
      await rest.request('POST', `${repoPath(repo)}/releases`, signal, {
        body: { tag_name: tag, name: tag, body },
      });
    },
    updateRelease: async (repo, _tag, { id, body }, signal) => {
      await rest.request('PATCH', `${repoPath(repo)}/releases/${segment(id)}`, signal, { body: { body } });
    },
  };
}

const toComment = ({ id, body }: { id: number; body?: string | null }): Comment => ({
  id: String(id),
  body: body ?? '',
});
