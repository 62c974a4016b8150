import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import type { RepositoryName } from '../code-host.ts';
import { repositoryNotFound } from '../host-failure.ts';
import { findGitDir } from '../local-git/find-git-dir.ts';
import type { HostAddress } from '../open-code-host.ts';
import type { GitServer } from './git-server.ts';

/** The repository of a code host, or of a folder, as a server for clients of git. */
export async function openGitServer(
  address: HostAddress,
  repo: RepositoryName,
  outbound: OutboundClients,
): Promise<GitServer> {
  if (address.kind === 'local') {
    const gitDir = await findGitDir(address.root, repo);
    if (gitDir === undefined) throw repositoryNotFound(repo);
    const { newLocalGitServer } = await import('./local-git-server.ts');
    return newLocalGitServer({ gitDir, searchPath: address.searchPath });
  }
  const { newRemoteGitServer } = await import('./remote-git-server.ts');
  return newRemoteGitServer({ ...address, outbound: outbound[address.egress] }, repo);
}
