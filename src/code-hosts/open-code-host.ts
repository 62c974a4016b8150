import type { OutboundClients } from '../platform/outbound-http/index.ts';
import type { CodeHost } from './code-host.ts';
import { type LocalAddress, newLocalGit } from './local-git/local-git.ts';
import type { RemoteAddress, RemoteConnection } from './remote-address.ts';

/** Address and credentials of a code host. Plain data, so that it can be posted to a worker thread. */
export type HostAddress = LocalAddress | RemoteAddress;

/** Imports the code of a host on first use, so that a worker thread loads only the host that its task needs. */
export async function openCodeHost(address: HostAddress, outbound: OutboundClients): Promise<CodeHost> {
  if (address.kind === 'local') return newLocalGit(address);
  const { withPartialClones } = await import('./git-remote/with-partial-clones.ts');
  const { withValidatedResponses } = await import('./rest/validate-responses.ts');
  const connection = { ...address, outbound: outbound[address.egress] };
  return withPartialClones(withValidatedResponses(await openRemote(connection)), connection);
}

async function openRemote(connection: RemoteConnection): Promise<CodeHost> {
  if (connection.kind === 'github') return (await import('./github/github.ts')).newGitHub(connection);
  if (connection.kind === 'gitlab') return (await import('./gitlab/gitlab.ts')).newGitLab(connection);
  return (await import('./gitea/gitea.ts')).newGitea(connection);
}
