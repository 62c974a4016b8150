import type { RefNames, RepositoryName } from '../code-host.ts';
import { matchingNames, refNamesMax } from '../ref-names.ts';
import { isRefName } from '../repository-name.ts';
import { pathSegments, repoPath } from '../rest/repository-path.ts';
import type { RestClient } from '../rest/rest-client.ts';

/** GitHub searches refs by their beginning alone; without a text it lists the first ones. */
export const listGitHubRefs =
  (rest: RestClient) =>
  async (repo: RepositoryName, search: string, signal: AbortSignal): Promise<RefNames> => {
    const list = async (path: 'branches' | 'tags', folder: 'heads' | 'tags'): Promise<string[]> => {
      if (search === '') {
        const { body } = await rest.get(
          `${repoPath(repo)}/${path}?per_page=${refNamesMax}`,
          signal,
          [],
          'page',
        );
        return matchingNames(listNames(body), '');
      }
      if (!isRefName(search)) return [];
      const { body } = await rest.get(
        `${repoPath(repo)}/git/matching-refs/${folder}/${pathSegments(search)}`,
        signal,
        [],
        'page',
      );
      const prefix = `refs/${folder}/`;
      return matchingNames(
        body.map(({ ref }: { ref: string }) => ref.slice(prefix.length)),
        search,
      );
    };
    const [branches, tags] = await Promise.all([list('branches', 'heads'), list('tags', 'tags')]);
    return { branches, tags };
  };

const listNames = (body: { name: string }[]): string[] => body.map(({ name }) => name);
