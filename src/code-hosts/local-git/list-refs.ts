import type { RefNames } from '../code-host.ts';
import { matchingNames } from '../ref-names.ts';
import { gitText, type Repository } from './git-command.ts';

/** Refs beyond these are not read, newest first. */
const readMax = 5_000;

export async function listRefs(
  repository: Repository,
  search: string,
  signal: AbortSignal,
): Promise<RefNames> {
  const list = async (folder: 'heads' | 'tags'): Promise<string[]> => {
    const prefix = `refs/${folder}/`;
    const args = ['for-each-ref', '--sort=-creatordate', `--count=${readMax}`, '--format=%(refname)', prefix];
    const lines = (await gitText({ ...repository, signal, args }, 4 * 1024 * 1024)).split('\n');
    return matchingNames(
      lines.map((line) => line.slice(prefix.length)),
      search,
    );
  };
  const [branches, tags] = await Promise.all([list('heads'), list('tags')]);
  return { branches, tags };
}
