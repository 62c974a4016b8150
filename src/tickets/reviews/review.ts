import type { Gates, Missing } from '../gates/gate.ts';

export const reviewLimits = { reviewers: 20, reviews: 500, commentLength: 10_000 };

export const verdicts = ['approve', 'changes'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why an approval does not count, whoever gave it: known when it is given, and kept. */
export const disqualifications = ['assignee', 'author', 'agent_owner'] as const;
export type Disqualification = (typeof disqualifications)[number];

/** Why a review does not count now. */
export const ignoredReasons = [...disqualifications, 'stale', 'superseded'] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** What somebody said about the work on a ticket, at one commit. */
export interface Review {
  id: string;
  ticketId: string;
  authorId: string | null;
  verdict: Verdict;
  comment: string | null;
  /** Null: no commit was known. */
  commit: string | null;
  disqualified: Disqualification | null;
  createdAt: number;
}

export type ReviewBy = Review & {
  authorName: string | null;
  authorImage: string | null;
  /** 1 if the author is an agent. */
  isAgent: number;
};

/** Who did the work, and up to which commit. */
export interface WorkFacts {
  /** The newest known commit; undefined: every commit counts. */
  head: string | undefined;
  assigneeId: string | null;
  /** People and agents that made the commits or worked on the ticket's tasks. */
  authorIds: ReadonlySet<string>;
  /** The owners of these agents, and of the assignee if that is one. */
  agentOwnerIds: ReadonlySet<string>;
}

/** Why an approval of this person or agent would not count: nobody approves their own work, or that of their agent. */
export function findDisqualification(
  userId: string,
  { assigneeId, authorIds, agentOwnerIds }: WorkFacts,
): Disqualification | null {
  if (userId === assigneeId) return 'assignee';
  if (authorIds.has(userId)) return 'author';
  return agentOwnerIds.has(userId) ? 'agent_owner' : null;
}

/** Commits may be abbreviated to 7 characters. */
const isSame = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);

/** True if it is about another commit than the newest one. */
const isStale = ({ commit }: Pick<Review, 'commit'>, { head }: WorkFacts): boolean =>
  head !== undefined && (commit === null || !isSame(commit, head));

export type JudgedReview<R extends Review = Review> = R & { ignored: IgnoredReason | null };

/**
 * Says of each review, the newest first, whether it counts. Only the newest of each author does. Everybody may ask for
 * changes, but an approval of one's own work does not count, neither as of now nor as of when it was given.
 */
export function judgeReviews<R extends Review>(reviews: readonly R[], facts: WorkFacts): JudgedReview<R>[] {
  const seen = new Set<string>();
  return reviews.map((review) => {
    const { authorId, verdict, disqualified } = review;
    const isOld = authorId === null || seen.has(authorId);
    if (authorId !== null) seen.add(authorId);
    if (isOld) return { ...review, ignored: 'superseded' };
    if (isStale(review, facts)) return { ...review, ignored: 'stale' };
    const own = verdict === 'approve' ? (disqualified ?? findDisqualification(authorId, facts)) : null;
    return { ...review, ignored: own };
  });
}

/** What the gate for reviews still asks for. */
export function findMissingReviews(
  reviews: readonly JudgedReview<ReviewBy>[],
  gate: Gates['review'],
): Missing[] {
  if (gate === 'none') return [];
  const counted = reviews.filter(({ ignored }) => ignored === null);
  const missing = counted
    .filter(({ verdict }) => verdict === 'changes')
    .map(({ authorName }) => `${authorName ?? 'Somebody'} asked for changes`);
  const approved = (byAgent: 0 | 1) =>
    counted.some(({ verdict, isAgent }) => verdict === 'approve' && isAgent === byAgent);
  if (!approved(0)) missing.push('An approval by a person');
  if (gate === 'agent_and_person' && !approved(1)) missing.push('An approval by another agent');
  return missing.map((text) => ({ gate: 'review', text }));
}
