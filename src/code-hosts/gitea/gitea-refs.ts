import type { RefNames, RepositoryName } from '../code-host.ts';
import { matchingNames } from '../ref-names.ts';
import { repoPath } from '../rest/repository-path.ts';
import type { RestClient } from '../rest/rest-client.ts';

/** The most that Gitea lists on a page unless its operator allows more. */
const perPage = 50;
const pagesMax = 4;

/** Gitea does not search refs, so the first pages of them are searched here. */
export const listGiteaRefs =
  (rest: RestClient) =>
  async (repo: RepositoryName, search: string, signal: AbortSignal): Promise<RefNames> => {
    const list = async (path: 'branches' | 'tags'): Promise<string[]> => {
      const names: string[] = [];
      for (let page = 1; page <= pagesMax; page++) {
        const query = `limit=${perPage}&page=${page}`;
        const { body } = await rest.get(`${repoPath(repo)}/${path}?${query}`, signal, [], 'page');
        names.push(...body.map(({ name }: { name: string }) => name));
        if (body.length < perPage) break;
      }
      return matchingNames(names, search);
    };
    const [branches, tags] = await Promise.all([list('branches'), list('tags')]);
    return { branches, tags };
  };
