import { newBatchReader } from './blob-reader.ts';
import { lines, type Repository, runGit } from './git-command.ts';
import { parseCommit, type RawCommit } from './parse-commit.ts';

export async function readCommits(
  repository: Repository,
  shas: string[],
  signal: AbortSignal,
): Promise<RawCommit[]> {
  const commits = new Map<string, RawCommit>();
  const read = newBatchReader((id, type, bytes) => {
    if (type === 'commit') commits.set(id, parseCommit(id, bytes));
  });
  await runGit({ ...repository, signal, args: ['cat-file', '--batch'], input: lines(shas) }, read);
  return shas.flatMap((sha) => commits.get(sha) ?? []);
}
