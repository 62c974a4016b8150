import { type EventRow, isForgotten, listTicketEvents } from '../../events/index.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { findSealedTest, proveEvents, signDocument } from '../../sealed-history/index.ts';
import {
  canReadTicket,
  codeLinks,
  getTicketFor,
  listCriteria,
  reviews,
  ticketKey,
} from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import type { EvidenceWithFiles } from '../evidence-store.ts';
import * as store from '../evidence-store.ts';
import { readWorkFacts } from '../reviews/read-work-facts.ts';
import {
  documentFormat,
  type EvidenceDocument,
  type Language,
  type ShownCriterion,
  type ShownEvidence,
  type SignedDocument,
} from './evidence-document.ts';
import { newFileReader } from './read-files.ts';
import { readSteps, type Step } from './read-steps.ts';

const shownMax = { evidence: 200, reviews: 100, links: 100, forced: 20 };
const eventsReadMax = 5_000;
const recordedTypes = [
  'criterion.created',
  'criterion.updated',
  'criterion.state_changed',
  'evidence.added',
  'review.approved',
  'review.changes_requested',
  'gate.forced',
];

interface Making {
  box: SecretBox;
  storage: Storage;
  origin: string;
  language: Language;
}

/** Collects what proves the work on a ticket, with the place of each fact in the sealed history, and signs it. */
export async function makeEvidenceDocument(
  scope: Scope,
  ref: string,
  { box, storage, origin, language }: Making,
): Promise<SignedDocument> {
  const { db, clock } = scope;
  const facts = await collectFacts(scope, ref, storage);
  const shown = { format: documentFormat, language, madeAt: clock.now(), origin, ...facts.shown } as const;
  const document = { ...shown, ...(await proveEvents(db.workerReads, facts.events)) };
  return { ...document, signature: await signDocument({ db, clock, box }, documentFormat, document) };
}

/** The steps of the page, without its files and proofs. */
export async function listProofSteps(scope: Scope, ref: string): Promise<Step[]> {
  const { shown, events } = await collectFacts(scope, ref, undefined);
  const isSealed = await findSealedTest(scope.db.workerReads);
  return readSteps({
    ...shown,
    events: events.map((event) => ({ inclusion: isSealed(event) ? 'sealed' : null })),
  });
}

type Facts = Omit<
  EvidenceDocument,
  'format' | 'language' | 'madeAt' | 'origin' | 'events' | 'seals' | 'keys'
>;

/** What a page shows, and the events of it. Files are read only with `storage`. */
async function collectFacts(
  { db, actor }: Scope,
  ref: string,
  storage: Storage | undefined,
): Promise<{ shown: Facts; events: EventRow[] }> {
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  const ticketId = ticket.id;
  const queries = db.workerReads;
  const [criteria, deciding, newest, counted, facts, allReviews, links, rows] = await Promise.all([
    listCriteria(queries, { ticketId }),
    store.listDecidingEvidence(queries, ticketId),
    store.listNewestEvidence(queries, ticketId, shownMax.evidence),
    store.countAllEvidence(queries, { ticketId }),
    readWorkFacts(queries, ticket),
    reviews.listReviewRows(queries, { ticketId }),
    codeLinks.listNewestLinks(queries, { ticketId, limit: shownMax.links }),
    listTicketEvents(queries, { ticketId, types: recordedTypes, limit: eventsReadMax }),
  ]);
  // Events from another project show what its members alone may read.
  const recorded = new RecordedEvents(rows.filter(({ projectId }) => projectId === ticket.projectId));
  const evidence = merge(deciding, newest);
  const shownReviews = reviews.judgeReviews(allReviews, facts).slice(0, shownMax.reviews);
  const readFiles = storage ? newFileReader(queries, storage, ticketId) : async () => [];
  const shownEvidence: ShownEvidence[] = [];
  for (const one of evidence)
    shownEvidence.push(
      showEvidence(one, await readFiles(one), recorded.take('evidence', one.id, one.createdAt)),
    );
  const shown: Facts = {
    ticket: {
      id: ticketId,
      key: ticketKey(ticket.projectKey, ticket.number) ?? null,
      title: ticket.title,
      status: ticket.status,
      project: ticket.projectName,
    },
    head: facts.head ?? null,
    criteria: criteria.map(
      ({ id, text, checkType, checkValue, state, updatedAt }): ShownCriterion => ({
        id,
        text,
        check: checkType === null ? null : { type: checkType, value: checkValue },
        state,
        // The evidence of an open criterion is that of its former text.
        evidence:
          state === 'open' ? null : (deciding.find(({ criterionId }) => criterionId === id)?.id ?? null),
        event: recorded.take('criterion', id, updatedAt),
      }),
    ),
    evidence: shownEvidence,
    links: links.map(({ kind, repository, reference, title, state }) => ({
      ...{ kind, repository, reference, title, state },
    })),
    reviews: shownReviews.map((review) => ({
      id: review.id,
      authorId: review.authorId,
      author: review.authorName,
      isAgent: review.isAgent === 1,
      verdict: review.verdict,
      comment: review.comment,
      commit: review.commit,
      counts: review.ignored === null,
      reason: review.ignored,
      at: review.createdAt,
      event: recorded.take('review', review.id, review.createdAt),
    })),
    forced: recorded.takeForced(shownMax.forced),
    leftOut: {
      evidence: counted - shownEvidence.length,
      reviews: allReviews.length - shownReviews.length,
    },
  };
  return { shown, events: recorded.taken() };
}

/** The evidence that decides states, and the newest of all; the newest first. */
function merge(deciding: EvidenceWithFiles[], newest: EvidenceWithFiles[]): EvidenceWithFiles[] {
  const all = new Map([...newest, ...deciding].map((one) => [one.id, one]));
  return [...all.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

const showEvidence = (
  one: EvidenceWithFiles,
  files: ShownEvidence['files'],
  event: string | null,
): ShownEvidence => ({
  id: one.id,
  criterionId: one.criterionId,
  kind: one.kind,
  passed: one.passed,
  summary: one.summary,
  commit: one.commit,
  authorId: one.authorId,
  author: one.authorName,
  host: one.host,
  byTask: one.taskId !== null,
  exitCode: one.exitCode,
  url: one.url,
  tests: one.tests,
  check: one.checkName === null ? null : { name: one.checkName, conclusion: one.conclusion ?? '' },
  at: one.createdAt,
  files,
  event,
});

interface Payload {
  criterion?: { id: string };
  evidence?: { id: string };
  review?: { id: string };
  reason?: string;
  missing?: { text: string }[];
  user?: { name: string };
}

/** Finds the event of a fact, the newest if it has several, and remembers which were found. */
class RecordedEvents {
  readonly #rows: readonly EventRow[];
  readonly #bySubject = new Map<string, EventRow>();
  readonly #taken = new Set<EventRow>();

  constructor(rows: readonly EventRow[]) {
    this.#rows = rows;
    for (const row of rows) {
      const { criterion, evidence, review } = readPayload(row);
      if (criterion) this.#bySubject.set(`criterion ${criterion.id}`, row);
      if (evidence) this.#bySubject.set(`evidence ${evidence.id}`, row);
      if (review) this.#bySubject.set(`review ${review.id}`, row);
    }
  }

  /** An event whose content was deleted names no fact any more, but keeps its type and time. */
  take(kind: 'criterion' | 'evidence' | 'review', id: string, at: number): string | null {
    const row =
      this.#bySubject.get(`${kind} ${id}`) ??
      this.#rows.find(
        ({ type, occurredAt, data }) => occurredAt === at && type.startsWith(`${kind}.`) && isForgotten(data),
      );
    if (row) this.#taken.add(row);
    return row?.id ?? null;
  }

  takeForced(limit: number): EvidenceDocument['forced'] {
    const rows = this.#rows.filter(({ type }) => type === 'gate.forced').slice(-limit);
    return rows.flatMap((row) => {
      const { reason, missing = [], user } = readPayload(row);
      if (reason === undefined) return [];
      this.#taken.add(row);
      const by = user?.name ?? '';
      return { by, at: row.occurredAt, reason, missing: missing.map(({ text }) => text), event: row.id };
    });
  }

  /** In the order of the log. */
  taken(): EventRow[] {
    return this.#rows.filter((row) => this.#taken.has(row));
  }
}

const readPayload = ({ data }: EventRow) => JSON.parse(data) as Payload;
