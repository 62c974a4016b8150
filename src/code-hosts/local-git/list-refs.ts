import type { RefNames, Revision } from '../code-host.ts';
import { matchingNames } from '../ref-names.ts';
import { isRefName } from '../repository-name.ts';
import { gitText, type Repository } from './git-command.ts';

/** Refs beyond these are not read, newest first. */
const readMax = 5_000;

export async function listRefs(
  repository: Repository,
  search: string,
  signal: AbortSignal,
): Promise<RefNames> {
  const list = async (folder: 'heads' | 'tags'): Promise<string[]> =>
    matchingNames(await listNames(repository, folder, signal), search);
  const [branches, tags] = await Promise.all([list('heads'), list('tags')]);
  return { branches, tags };
}

/** The tags of commits that the revision contains. */
export const listTagsWithin = async (
  repository: Repository,
  { sha }: Revision,
  signal: AbortSignal,
): Promise<string[]> => (await listNames(repository, 'tags', signal, [`--merged=${sha}`])).filter(isRefName);

async function listNames(
  repository: Repository,
  folder: 'heads' | 'tags',
  signal: AbortSignal,
  options: string[] = [],
): Promise<string[]> {
  const prefix = `refs/${folder}/`;
  const order = ['--sort=-creatordate', `--count=${readMax}`, '--format=%(refname)'];
  const args = ['for-each-ref', ...order, ...options, prefix];
  const lines = (await gitText({ ...repository, signal, args }, 4 * 1024 * 1024)).split('\n');
  return lines.map((line) => line.slice(prefix.length));
}
