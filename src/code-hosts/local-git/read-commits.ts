import { newBatchReader } from './blob-reader.ts';
import { lines, type Repository, runGit } from './git-command.ts';
import { parseCommit, type RawCommit } from './parse-commit.ts';

export async function readCommits(
  repository: Repository,
  shas: string[],
  signal: AbortSignal,
): Promise<RawCommit[]> {
  const commits = new Map<string, RawCommit>();
  await readNamed(repository, shas, signal, (commit) => commits.set(commit.sha, commit));
  return shas.flatMap((sha) => commits.get(sha) ?? []);
}

/** The commit that a ref points to. */
export async function findCommit(
  repository: Repository,
  ref: string,
  signal: AbortSignal,
): Promise<RawCommit | undefined> {
  let found: RawCommit | undefined;
  await readNamed(repository, [`${ref}^{commit}`], signal, (commit) => {
    found = commit;
  });
  return found;
}

async function readNamed(
  repository: Repository,
  names: string[],
  signal: AbortSignal,
  onCommit: (commit: RawCommit) => void,
): Promise<void> {
  if (names.length === 0) return;
  const read = newBatchReader((id, type, bytes) => {
    if (type === 'commit') onCommit(parseCommit(id, bytes));
  });
  await runGit({ ...repository, signal, args: ['cat-file', '--batch'], input: lines(names) }, read);
}
