import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RepositoryName } from '../code-host.ts';

/** `<root>/<owner>/<name>.git`, if it is there and really inside the root, wherever its links lead. */
export async function findGitDir(root: string, { owner, name }: RepositoryName): Promise<string | undefined> {
  try {
    const realRoot = await realpath(root);
    const wanted = path.join(realRoot, owner, `${name}.git`);
    const real = await realpath(wanted);
    const isInside = real.startsWith(`${realRoot}${path.sep}`);
    return isInside && (await stat(path.join(real, 'HEAD'))).isFile() ? real : undefined;
  } catch (error) {
    if (/^(?:ENOENT|ENOTDIR|EACCES|ELOOP|ENAMETOOLONG)$/.test((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw error;
  }
}
