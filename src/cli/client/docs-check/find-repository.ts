import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

export interface FoundRepository {
  gitDir: string;
  /** True if it lacks older commits. */
  isShallow: boolean;
}

/**
 * The repository of a folder or of one above it: a clone, a worktree, a submodule or a bare repository. No program is
 * started for it, because git would read the settings of a folder of somebody else.
 */
export async function findRepository(folder: string): Promise<FoundRepository | undefined> {
  let at = path.resolve(folder);
  for (;;) {
    const gitDir = (await gitDirOf(path.join(at, '.git'))) ?? ((await isGitDir(at)) ? at : undefined);
    if (gitDir !== undefined) return { gitDir, isShallow: await isShallow(gitDir) };
    const above = path.dirname(at);
    if (above === at) return undefined;
    at = above;
  }
}

/** `.git` is a folder, or a file that names one. */
async function gitDirOf(entry: string): Promise<string | undefined> {
  if (await isGitDir(entry)) return entry;
  const named = /^gitdir: ([^\n]+)\n?$/.exec(await readStart(entry))?.[1];
  const gitDir = named === undefined ? undefined : path.resolve(path.dirname(entry), named);
  return gitDir !== undefined && (await isGitDir(gitDir)) ? gitDir : undefined;
}

async function isGitDir(folder: string): Promise<boolean> {
  if (!(await isFile(path.join(folder, 'HEAD')))) return false;
  const shared = await sharedDirOf(folder);
  return (await isFolder(path.join(shared, 'objects'))) && (await isFolder(path.join(shared, 'refs')));
}

/** A worktree keeps its objects in the repository that it belongs to. */
async function sharedDirOf(gitDir: string): Promise<string> {
  const named = (await readStart(path.join(gitDir, 'commondir'))).trim();
  return named === '' ? gitDir : path.resolve(gitDir, named);
}

const isShallow = async (gitDir: string) => isFile(path.join(await sharedDirOf(gitDir), 'shallow'));

const isFile = async (name: string) => (await stat(name).catch(() => undefined))?.isFile() === true;
const isFolder = async (name: string) => (await stat(name).catch(() => undefined))?.isDirectory() === true;

const bytesMax = 16 * 1024;

/** The text of a small file; empty for everything else. */
async function readStart(name: string): Promise<string> {
  const found = await stat(name).catch(() => undefined);
  return found?.isFile() && found.size <= bytesMax ? readFile(name, 'utf8').catch(() => '') : '';
}
