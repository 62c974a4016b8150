import type { Criterion, CriterionState } from '../tickets/index.ts';
import type { TestCounts } from './test-reports/test-tally.ts';

export const evidenceLimits = {
  /** Of a ticket. */
  count: 2_000,
  summary: 500,
  url: 2_000,
  files: 10,
  fileBytes: 10 * 2 ** 20,
};

/** What people and workers report. */
export const reportedKinds = ['test_report', 'command', 'image', 'diff', 'log', 'coverage', 'link'] as const;
/** `host_check` is reported by code hosts alone. */
export const evidenceKinds = [...reportedKinds, 'host_check'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** What shows that a criterion is met, or that it is not. */
export interface Evidence {
  id: string;
  ticketId: string;
  /** Null: it is about the whole ticket, or its criterion was deleted. */
  criterionId: string | null;
  taskId: string | null;
  authorId: string | null;
  host: string | null;
  kind: EvidenceKind;
  commit: string | null;
  passed: boolean;
  /** True if the state of its criterion comes from it. */
  decides: boolean;
  summary: string;
  exitCode: number | null;
  url: string | null;
  tests: TestCounts | null;
  /** The name of the code host's check, and the host's word for its result; null for other kinds. */
  checkName: string | null;
  conclusion: string | null;
  createdAt: number;
}

export interface EvidenceFile {
  evidenceId: string;
  position: number;
  /** Null after the attachment was deleted; name, size and hash stay. */
  attachmentId: string | null;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
}

/** Commits may be abbreviated to 7 characters. */
export const isSameCommit = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);

/** Who reported the evidence: a worker counts as an agent, whoever's key it uses. */
export type Reporter = 'person' | 'agent' | 'host';

/**
 * The state that new evidence gives its criterion; undefined if it decides nothing. `head` is the newest known commit of
 * the ticket. Evidence of another commit cannot show anything: it only makes an open criterion stale.
 */
export function decideState(
  { checkType, state }: Pick<Criterion, 'checkType' | 'state'>,
  { passed, commit, tests }: Pick<Evidence, 'passed' | 'commit' | 'tests'>,
  reporter: Reporter,
  head: string | undefined,
): CriterionState | undefined {
  if (checkType === 'person' && reporter !== 'person') return undefined;
  if (checkType === 'host_check' && reporter === 'agent') return undefined;
  // What an agent says about tests counts only with their report.
  if (checkType === 'tests' && reporter === 'agent' && tests === null) return undefined;
  const isCurrent = head === undefined || commit === null || isSameCommit(head, commit);
  if (isCurrent) return passed ? 'shown' : 'failed';
  return state === 'open' && passed ? 'stale' : undefined;
}

/** The state of a criterion after the newest commit of its ticket became `head`. */
export function stateAtHead(
  state: CriterionState,
  evidence: Pick<Evidence, 'commit' | 'passed'> | undefined,
  head: string,
): CriterionState {
  if (!evidence?.passed || (state !== 'shown' && state !== 'stale')) return state;
  return evidence.commit !== null && isSameCommit(evidence.commit, head) ? 'shown' : 'stale';
}
