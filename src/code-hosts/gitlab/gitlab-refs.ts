import type { RefNames, RepositoryName } from '../code-host.ts';
import { matchingNames, refNamesMax } from '../ref-names.ts';
import { type RestClient, segment } from '../rest/rest-client.ts';
import { projectPath } from './project-path.ts';

export const listGitLabRefs =
  (rest: RestClient) =>
  async (repo: RepositoryName, search: string, signal: AbortSignal): Promise<RefNames> => {
    const list = async (path: 'branches' | 'tags'): Promise<string[]> => {
      const query = `per_page=${refNamesMax}${search && `&search=${segment(search)}`}`;
      const { body } = await rest.get(`${projectPath(repo)}/repository/${path}?${query}`, signal, [], 'page');
      return matchingNames(
        body.map(({ name }: { name: string }) => name),
        search,
      );
    };
    const [branches, tags] = await Promise.all([list('branches'), list('tags')]);
    return { branches, tags };
  };
