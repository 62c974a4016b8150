import type { Commit, CommitRange, Tag } from '../code-host.ts';
import { gitText, type Repository } from './git-command.ts';
import { readCommits } from './read-commits.ts';

const listBytesMax = 64 * 1024 * 1024;

/** The commits of head that base lacks, newest first: `git rev-list head ^base`, whatever way they were merged. */
export async function listCommits(
  repository: Repository,
  { base, head, commitsMax }: CommitRange,
  signal: AbortSignal,
): Promise<Commit[]> {
  const args = ['rev-list', '--topo-order', `--max-count=${commitsMax}`, '--end-of-options', head];
  const listed = await gitText(
    { ...repository, signal, args: base === undefined ? args : [...args, `^${base}`] },
    listBytesMax,
  );
  const commits = await readCommits(repository, listed.split('\n').filter(Boolean), signal);
  return commits.map(({ committedAt: _, ...commit }) => commit);
}

/** The tags of commits. Of an annotated tag, `*objectname` is what it points to. */
export async function listTags(repository: Repository, signal: AbortSignal): Promise<Tag[]> {
  const format = '%(objectname) %(*objectname) %(creatordate:unix) %(refname)';
  const args = ['for-each-ref', `--format=${format}`, 'refs/tags/'];
  return (await gitText({ ...repository, signal, args }, listBytesMax)).split('\n').flatMap((line) => {
    const [, own, target, seconds, name] = /^(\w+) (\w*) (\d*) refs\/tags\/(.+)$/.exec(line) ?? [];
    if (own === undefined || name === undefined) return [];
    const createdAt = seconds ? new Date(Number(seconds) * 1000).toISOString() : undefined;
    return [{ name, sha: target || own, createdAt }];
  });
}

/** The tags of the remote of a clone, by `git ls-remote`. The line `…^{}` has what an annotated tag points to. */
export async function listRemoteTags(repository: Repository, signal: AbortSignal): Promise<Tag[]> {
  const text = await gitText({ ...repository, signal, args: ['ls-remote', '--tags', 'host'] }, listBytesMax);
  const tags = new Map<string, Tag>();
  for (const line of text.split('\n')) {
    const [, sha, name] = /^(\w+)\trefs\/tags\/(.+?)(?:\^\{\})?$/.exec(line) ?? [];
    if (sha !== undefined && name !== undefined) tags.set(name, { name, sha, createdAt: undefined });
  }
  return [...tags.values()];
}
