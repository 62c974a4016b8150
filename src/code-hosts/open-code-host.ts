import type { CodeHost } from './code-host.ts';
import { type LocalAddress, newLocalGit } from './local-git/local-git.ts';

/** Where a code host is and how to get in; plain data, so that a thread can be told. */
export type HostAddress = LocalAddress;

export async function openCodeHost(address: HostAddress): Promise<CodeHost> {
  return newLocalGit(address);
}
