import './newer-built-ins.ts';
import { basename } from 'node:path';
import { findRelease, readDraftContext, readVerdict } from '../../../../packages/docs-drafts/draft.ts';
import { findFalseSentences, type SourceRepository } from '../../../../packages/docs-drafts/index.ts';
import { newCheckout, newSourceRepository } from '../../../code-hosts/index.ts';
import { Refusal } from '../../../platform/errors.ts';
import { startWatchdog } from '../../../platform/process-limits/index.ts';
import type { CheckAnswer, CheckRequest, CheckResult } from './check-messages.ts';

/** The entry point of the process that reads a repository of others: it has limits, and its parent kills it when it is late. */
process.once('message', (request: CheckRequest) => {
  startWatchdog();
  check(request)
    .then(
      (done): CheckAnswer => ({ done }),
      (error: unknown): CheckAnswer => ({ cannotTell: explain(error) }),
    )
    .then((answer) => process.send?.(answer, () => process.disconnect?.()));
});
process.once('disconnect', () => process.exit(0));

class CannotTell extends Error {}

async function check(request: CheckRequest): Promise<CheckResult> {
  const { gitDir, searchPath, folder, isShallow, limits, breakBeforeOne } = request;
  const host = newCheckout({ gitDir, searchPath });
  const name = { owner: 'checkout', name: basename(folder) };
  const { signal } = new AbortController();
  // The address of the remote tells which links of the documentation lead to files of this repository.
  const facts = await host.findRepository(name, signal);
  const repository = newSourceRepository(host, name, facts, signal);
  const head = request.head;
  const revision = await resolve(repository, head, request);
  const base = request.base ?? (await findRelease(repository, revision)).release?.tag;
  if (base === undefined) throw new CannotTell(describeMissingBase(request));
  await resolve(repository, base, request);
  const range = { base, head, limits, ticket: undefined, pullNumber: undefined };
  const context = await readDraftContext(
    repository,
    range,
    () => {},
    async () => ({}),
  );
  if (isShallow && context.change.mergeBase === undefined)
    throw new CannotTell(
      `${folder} is a shallow clone without the commits between ${base} and ${head}. Fetch them: git fetch --unshallow --tags`,
    );
  const { verdict, isAnnounced } = await readVerdict(repository, context, { limits, breakBeforeOne });
  const sentences = await findFalseSentences({ repository, ...context });
  return { base, head, verdict, isAnnounced, ...sentences };
}

async function resolve(repository: SourceRepository, ref: string, { folder }: CheckRequest) {
  try {
    return await repository.resolve(ref);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND')
      throw new CannotTell(`${folder} has no branch, tag or commit ${ref}`);
    throw error;
  }
}

const describeMissingBase = ({ folder, head, isShallow }: CheckRequest) =>
  isShallow
    ? `${folder} is a shallow clone without a version tag before ${head}. Fetch the history (git fetch --unshallow --tags) or name a base: --base REF`
    : `${folder} has no version tag before ${head}. Name a base: --base REF`;

function explain(error: unknown): string {
  if (error instanceof CannotTell) return error.message;
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'UNAVAILABLE')
    return 'git is not installed. Install git 2.36 or newer, and see that it is in PATH';
  return Object.values(error.details ?? {}).flat()[0] ?? error.message;
}
