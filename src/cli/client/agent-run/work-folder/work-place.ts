import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../../../command.ts';
import type { WorkPlace } from './open-work-folder.ts';

/** The folders for one server: below --cache, else below `docket/agents` in the folder for caches. */
export function findWorkPlace(
  environment: NodeJS.ProcessEnv,
  url: string,
  cache: string | undefined,
  repository: string | undefined,
): WorkPlace {
  const { XDG_CACHE_HOME, HOME } = environment;
  const caches =
    XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)
      ? XDG_CACHE_HOME
      : path.join(HOME || homedir(), '.cache');
  const { host } = new URL(url);
  const server = `${host.replace(/[^\w.-]/g, '_')}-${createHash('sha256').update(url).digest('hex').slice(0, 8)}`;
  if (repository !== undefined && !existsSync(repository))
    throw new UsageError(`--repository ${repository} does not exist.`);
  return {
    server: url,
    folder: path.join(path.resolve(cache ?? path.join(caches, 'docket', 'agents')), server),
    repository: repository === undefined ? undefined : path.resolve(repository),
    environment,
  };
}
