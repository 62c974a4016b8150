import type { Queries } from '../../platform/db/index.ts';
import { listLinkedByReference } from './link-store.ts';

const commitRef = /^commit:([0-9a-f]{40}|[0-9a-f]{64})$/;
const pullRequestRef = /^pull_request:([^\s#,:]{1,200})#(\d{1,9})$/;

/**
 * The ids of the tickets that are linked to a commit (`commit:<hash>`) or a pull request
 * (`pull_request:<owner/name>#<number>`), by such a reference. Other references are ignored.
 */
export async function findLinkedTickets(
  queries: Queries,
  refs: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const add = (ref: string, id: string) => found.set(ref, [...(found.get(ref) ?? []), id]);
  const hashes = refs.flatMap((ref) => commitRef.exec(ref)?.[1] ?? []);
  if (hashes.length > 0) {
    const commits = { kind: 'commit' as const, references: hashes, repository: '' };
    for (const { reference, ticketId } of await listLinkedByReference(queries, commits))
      add(`commit:${reference}`, ticketId);
  }
  for (const ref of refs) {
    const [, repository, number] = pullRequestRef.exec(ref) ?? [];
    if (repository === undefined || number === undefined) continue;
    const pull = { kind: 'pull_request' as const, references: [number], repository };
    for (const { ticketId } of await listLinkedByReference(queries, pull)) add(ref, ticketId);
  }
  return found;
}
