import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryName } from '../code-host.ts';

/** `<root>/<owner>/<name>.git`; undefined if it does not exist or a symbolic link leads out of the root. */
export async function findGitDir(root: string, { owner, name }: RepositoryName): Promise<string | undefined> {
  try {
    const realRoot = await realpath(root);
    const real = await realpath(path.join(realRoot, owner, `${name}.git`));
    const isInside = real.startsWith(`${realRoot}${path.sep}`);
    return isInside && (await stat(path.join(real, 'HEAD'))).isFile() ? real : undefined;
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR|EACCES|ELOOP|ENAMETOOLONG)$/.test((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}
