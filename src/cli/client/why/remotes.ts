import type { RunGit } from './run-git.ts';

const remotesMax = 5;

/** The names that the remotes of a clone have on their code hosts, such as `acme/app`. */
export async function listRemoteRepositories(git: RunGit): Promise<string[]> {
  const { code, out } = await git(['config', '--get-regexp', '^remote\\..*\\.url$']);
  if (code !== 0) return [];
  const names = out.split('\n').flatMap((line) => parseRemote(line.slice(line.indexOf(' ') + 1)) ?? []);
  return [...new Set(names)].slice(0, remotesMax);
}

/** From `https://host/acme/app.git`, `ssh://git@host/acme/app` or `git@host:acme/app.git`; undefined for a local folder. */
function parseRemote(url: string): string | undefined {
  const [, path] =
    /^[a-z+]+:\/\/[^/]+\/(.+)$/.exec(url.trim()) ?? /^(?:[^/@]+@)?[^/:]+:(?!\/)(.+)$/.exec(url.trim()) ?? [];
  const name = path?.replace(/\/+$/, '').replace(/\.git$/, '');
  return name !== undefined && /^[^\s/#,:]+(?:\/[^\s/#,:]+)+$/.test(name) ? name : undefined;
}
