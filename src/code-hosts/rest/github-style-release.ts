import type { CodeHost } from '../code-host.ts';
import { repoPath } from './repository-path.ts';
import { type RestClient, segment } from './rest-client.ts';

/** Reads a release of GitHub or Gitea. A draft of a release has no tag, so it is not found. */
export const findReleaseText =
  (rest: RestClient): CodeHost['findReleaseText'] =>
  async (repo, tag, signal) => {
    const path = `${repoPath(repo)}/releases/tags/${segment(tag)}`;
    const { status, body } = await rest.get(path, signal, [404]);
    return status === 404 || body.body === null ? undefined : body.body;
  };
