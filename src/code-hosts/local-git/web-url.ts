import { readFile } from 'node:fs/promises';
import { gitText, orIfGitFails, type Repository } from './git-command.ts';

/** The web page of a mirror, derived from the URL of its remote `origin`. */
export async function findWebUrl(repository: Repository, signal: AbortSignal): Promise<string | undefined> {
  const file = `${repository.gitDir}/config`;
  // Most repositories have no origin; reading the file first saves starting git.
  if (!(await readFile(file, 'utf8').catch(() => '')).includes('origin')) return undefined;
  const args = ['config', '--file', file, '--no-includes', '--get', 'remote.origin.url'];
  const origin = await gitText({ ...repository, signal, args }).catch(orIfGitFails(''));
  return parseOrigin(origin.trim());
}

/** `https://user:secret@host/acme/site.git` and `git@host:acme/site.git` both become `https://host/acme/site`. */
export function parseOrigin(origin: string): string | undefined {
  const ssh = /^(?:ssh:\/\/)?(?:[\w-]+@)([\w.-]+)(?::\d+\/|[:/])([\w./-]+?)(?:\.git)?\/?$/.exec(origin);
  if (ssh) return `https://${ssh[1]}/${ssh[2]}`;
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return undefined;
  const { protocol, host, pathname } = new URL(origin);
  const path = pathname.replace(/(?:\.git)?\/?$/, '');
  return /^(?:\/[\w.-]+)+$/.test(path) ? `${protocol}//${host}${path}` : undefined;
}
