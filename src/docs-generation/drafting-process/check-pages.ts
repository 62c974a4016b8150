import { readSources } from '../../../packages/docs-drafts/draft.ts';
import { openCodeHost } from '../../code-hosts/index.ts';
import { notFound } from '../../platform/errors.ts';
import type { OutboundClients } from '../../platform/outbound-http/index.ts';
import type { CheckedDocs, CheckTask, PageCheck } from './process-messages.ts';

const pagesFolder = /^content\/docs\/(?:developer|user|changelog)\/.+\.mdx$/;
const pageBytesMax = 5 * 1024 * 1024;

/** Finds pages whose source files have changed or were removed since the page was generated. */
export async function checkPages(
  { host: address, repo, paths }: CheckTask,
  outbound: OutboundClients,
  signal: AbortSignal,
): Promise<CheckedDocs> {
  const host = await openCodeHost(address, outbound);
  const { defaultBranch } = await host.findRepository(repo, signal);
  const tip = await host.resolve(repo, defaultBranch, signal);
  const files = await host.listFiles(repo, tip, () => true, signal);
  const missing = paths?.find((path) => !files.has(path));
  if (missing !== undefined) throw notFound(`Page ${missing}`);

  const requested = paths ?? [...files.keys()].filter((path) => pagesFolder.test(path)).sort();
  const pathsByBlob = new Map<string, string[]>();
  for (const path of requested) {
    const id = files.get(path) as string;
    pathsByBlob.set(id, [...(pathsByBlob.get(id) ?? []), path]);
  }
  const checked = new Map<string, PageCheck>();
  await host.readBlobs(repo, [...pathsByBlob.keys()], pageBytesMax, signal, (id, bytes) => {
    const reasons = findReasons(bytes.toString(), files);
    for (const path of pathsByBlob.get(id) ?? [])
      checked.set(path, { path, stale: reasons.length > 0, reasons });
  });
  return { head: tip.sha, pages: requested.flatMap((path) => checked.get(path) ?? []) };
}

function findReasons(mdx: string, files: Map<string, string>): PageCheck['reasons'] {
  const reasons = new Map<string, PageCheck['reasons'][number]>();
  for (const { path, id } of readSources(mdx)) {
    // A commit never changes, so it cannot make a page stale.
    if (path === 'commit') continue;
    const now = files.get(path);
    if (now === undefined) reasons.set(path, { source: path, reason: 'removed' });
    else if (!now.startsWith(id)) reasons.set(path, { source: path, reason: 'changed' });
  }
  return [...reasons.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
}
