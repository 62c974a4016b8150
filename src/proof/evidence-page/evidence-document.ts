import type { DocumentSignature, Inclusion, SealedEvent, SignedSeal } from '../../sealed-history/index.ts';
import type { CriterionState, TicketStatus } from '../../tickets/index.ts';
import type { EvidenceKind } from '../evidence.ts';
import type { TestCounts } from '../test-reports/test-tally.ts';

/**
 * What a page of evidence says, as data: the page is drawn from it alone, so that whoever verifies the file draws it again
 * and compares. Files of this format are verified for ever: another content or picture is another format.
 */
export interface EvidenceDocument {
  format: typeof documentFormat;
  language: Language;
  madeAt: number;
  /** The address of the instance. */
  origin: string;
  ticket: { id: string; key: string | null; title: string; status: TicketStatus; project: string | null };
  /** The newest commit; null: none is known. */
  head: string | null;
  criteria: ShownCriterion[];
  /** The newest first. */
  evidence: ShownEvidence[];
  /** Commits, branches and pull requests. */
  links: { kind: string; repository: string; reference: string; title: string; state: string | null }[];
  /** The newest first. */
  reviews: ShownReviewOfPage[];
  /** Changes to done despite the gates of the project. */
  forced: { by: string; at: number; reason: string; missing: string[]; event: string }[];
  /** How much there is besides what the page shows. */
  leftOut: { evidence: number; reviews: number };
  events: { event: SealedEvent; inclusion: Inclusion | null }[];
  seals: SignedSeal[];
  keys: { id: string; publicKey: string }[];
}

export type SignedDocument = EvidenceDocument & { signature: DocumentSignature };

export const documentFormat = 'docket evidence 1';
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** `event` is the id of the event that recorded it; null: it has none, or the page must not show it. */
interface Recorded {
  event: string | null;
}

export interface ShownCriterion extends Recorded {
  id: string;
  text: string;
  check: { type: string; value: string | null } | null;
  state: CriterionState;
  /** The id of the evidence that decided the state. */
  evidence: string | null;
}

export interface ShownEvidence extends Recorded {
  id: string;
  criterionId: string | null;
  kind: EvidenceKind;
  passed: boolean;
  summary: string;
  commit: string | null;
  authorId: string | null;
  author: string | null;
  host: string | null;
  /** Reported by the worker of an agent task. */
  byTask: boolean;
  exitCode: number | null;
  url: string | null;
  tests: TestCounts | null;
  check: { name: string; conclusion: string } | null;
  at: number;
  files: ShownFile[];
}

export interface ShownFile {
  name: string;
  size: number;
  sha256: string;
  /** In base64; absent if the file is large, of another type, or deleted. */
  image?: { type: string; bytes: string };
  /** `leftOut` bytes between both ends are not shown; with 0 it is the whole file. */
  text?: { start: string; end: string; leftOut: number };
}

export interface ShownReviewOfPage extends Recorded {
  id: string;
  authorId: string | null;
  author: string | null;
  isAgent: boolean;
  verdict: 'approve' | 'changes';
  comment: string | null;
  commit: string | null;
  counts: boolean;
  reason: string | null;
  at: number;
}
