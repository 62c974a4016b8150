import type { CodeHost } from './code-host.ts';
import { type LocalAddress, newLocalGit } from './local-git/local-git.ts';
import type { RemoteAddress } from './remote-address.ts';

/** Where a code host is and how to get in; plain data, so that a thread can be told. */
export type HostAddress = LocalAddress | RemoteAddress;

/** A host is read from the disk only when it is needed: a thread for a local repository starts without HTTP. */
export async function openCodeHost(address: HostAddress): Promise<CodeHost> {
  if (address.kind === 'local') return newLocalGit(address);
  const { withCopies } = await import('./git-remote/with-copies.ts');
  const { withCheckedAnswers } = await import('./rest/checked-answers.ts');
  return withCopies(withCheckedAnswers(await openRemote(address)), address);
}

async function openRemote(address: RemoteAddress): Promise<CodeHost> {
  if (address.kind === 'github') return (await import('./github/github.ts')).newGitHub(address);
  if (address.kind === 'gitlab') return (await import('./gitlab/gitlab.ts')).newGitLab(address);
  return (await import('./gitea/gitea.ts')).newGitea(address);
}
