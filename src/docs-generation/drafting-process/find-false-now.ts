import {
  type FoundSentences,
  findFalseSentences,
  type SourceRepository,
} from '../../../packages/docs-drafts/index.ts';
import {
  type CodeHost,
  type HostAddress,
  newSourceRepository,
  type RepositoryName,
} from '../../code-hosts/index.ts';
import { Refusal } from '../../platform/errors.ts';

type Compared = Pick<Parameters<typeof findFalseSentences>[0], 'head' | 'change'>;

/** The API of a code host takes a request for each file, and some thousand requests an hour. */
const apiLimits = { pagesMax: 400, sourcesMax: 400 };

export interface SentenceSearch extends Compared {
  hostKind: HostAddress['kind'];
  repo: RepositoryName;
  facts: Parameters<typeof newSourceRepository>[2];
  timeoutMs: number;
}

/**
 * Finds sentences that are false now. All pages and sources may have to be read for it, so it has a time limit of its own: what
 * was asked for besides is answered without it, and `leftOut` says so.
 */
export async function findFalseNow(
  host: CodeHost,
  { hostKind, repo, facts, timeoutMs, head, change }: SentenceSearch,
  signal: AbortSignal,
): Promise<FoundSentences> {
  const timeout = AbortSignal.timeout(Math.max(0, Math.round(timeoutMs)));
  const repository: SourceRepository = newSourceRepository(
    host,
    repo,
    facts,
    AbortSignal.any([signal, timeout]),
  );
  try {
    const limits = hostKind === 'local' ? {} : apiLimits;
    return await findFalseSentences({ repository, head, change, limits });
  } catch (error) {
    if (signal.aborted || !(timeout.aborted || error instanceof Refusal)) throw error;
    const reason = timeout.aborted ? 'the search took too long' : (error as Refusal).message;
    return {
      falseNow: [],
      mayBeFalse: [],
      leftOut: `The documentation was not searched for sentences that are false now: ${reason}.`,
    };
  }
}
