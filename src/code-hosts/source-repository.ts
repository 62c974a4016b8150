import { placeholder, type SourceRepository } from '../../packages/docs-drafts/index.ts';
import { Refusal } from '../platform/errors.ts';
import type { CodeHost, RepositoryFacts, RepositoryName } from './code-host.ts';
import { formatRepositoryName } from './repository-name.ts';

/** Hidden in release notes that Docket wrote: they are no words of the maintainers to draft from. */
export const releaseNotesMark = '<!-- docket:release-notes -->';

/** A repository of a code host, as the drafts read it. */
export const newSourceRepository = (
  { pulls, ...host }: CodeHost,
  repo: RepositoryName,
  facts: RepositoryFacts,
  signal: AbortSignal,
): SourceRepository => ({
  name: formatRepositoryName(repo),
  resolve: (ref) => host.resolve(repo, ref, signal),
  compare: (base, head, limits) => host.compare(repo, base, head, limits, signal),
  listFiles: (revision, filter) => host.listFiles(repo, revision, filter, signal),
  readBlobs: (ids, bytesMax, onBlob) => host.readBlobs(repo, ids, bytesMax, signal, onBlob),
  findReleaseText: async (tag) => {
    const text = await host.findReleaseText(repo, tag, signal);
    return text?.includes(releaseNotesMark) ? undefined : text;
  },
  listTags: async (head) =>
    host.listTagsWithin
      ? host.listTagsWithin(repo, head, signal)
      : (await host.listRefs(repo, '', signal)).tags,
  ...(pulls && { findPull: (number) => pulls.find(repo, number, signal) }),
  isRefusal: (error) => !signal.aborted && error instanceof Refusal,
  links: {
    issue: pattern(host.links.issue(repo, facts, 1)),
    pull: pattern(host.links.pull(repo, facts, 1)),
    commit: pattern(host.links.commit(repo, facts, '1')),
  },
});

const pattern = (address: string | undefined) => address?.replace(/1$/, placeholder);
