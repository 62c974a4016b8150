import type { SourceRepository } from '../../packages/docs-drafts/index.ts';
import { newLocalGit, newSourceRepository } from '../../src/code-hosts/index.ts';

/** The repository `<root>/acme/<name>.git`, as the drafts read it. */
export function openLocalRepository(root: string, owner: string, name: string): SourceRepository {
  const host = newLocalGit({ kind: 'local', root, searchPath: process.env.PATH as string });
  const facts = { defaultBranch: 'main', webUrl: undefined };
  return newSourceRepository(host, { owner, name }, facts, AbortSignal.timeout(300_000));
}
