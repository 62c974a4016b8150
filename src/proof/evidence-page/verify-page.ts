import { hash } from 'node:crypto';
import { isForgotten } from '../../events/index.ts';
import {
  canonicalJson,
  describeKey,
  hashEvent,
  hashSeal,
  isDocumentSigned,
  isSignedBy,
  rootOfPath,
} from '../../sealed-history/index.ts';
import {
  documentFormat,
  languages,
  type ShownCriterion,
  type ShownEvidence,
  type ShownFile,
  type ShownReviewOfPage,
  type SignedDocument,
} from './evidence-document.ts';
import { dataClosing, dataOpening, renderPage } from './render-page.ts';

export interface PageVerdict {
  ticket: string;
  keyId: string;
  origin: string;
  madeAt: number;
  events: number;
  /** Events in seals, with the seals that they are in. */
  sealed: number;
  seals: number;
  /** Sealed events whose content was deleted afterwards; only their hash is left. */
  forgotten: number;
  /** Events that are newer than the last seal. */
  unsealed: number;
  /** Criteria, evidence and reviews without an event, so that no seal covers them. */
  unrecorded: number;
  files: number;
}

class DoesNotFit extends Error {}

/**
 * Recomputes everything that a page of evidence claims: keys, seals, the place of each event in its seal, files, what is
 * shown against the events, the picture against the data, and the instance's signature. It needs no server.
 * `keyIds` are the keys that may have signed; empty: any key.
 */
export function verifyPage(
  bytes: Buffer,
  keyIds: readonly string[],
): { verdict: PageVerdict } | { problem: string } {
  try {
    const document = readDocument(bytes);
    return { verdict: verifyDocument(document, bytes, keyIds) };
  } catch (error) {
    if (error instanceof DoesNotFit) return { problem: error.message };
    // Parts of another type than the format has.
    if (error instanceof TypeError || error instanceof RangeError)
      return { problem: 'The data of the page does not have the form that Docket writes.' };
    throw error;
  }
}

function readDocument(bytes: Buffer): SignedDocument {
  const page = bytes.toString('utf8');
  const from = page.lastIndexOf(dataOpening);
  const to = page.indexOf(dataClosing, from);
  if (from < 0 || to < 0) throw new DoesNotFit('The file is not a page of evidence: it has no data.');
  let document: SignedDocument;
  try {
    document = JSON.parse(page.slice(from + dataOpening.length, to)) as SignedDocument;
  } catch {
    throw new DoesNotFit('The data of the page is not JSON.');
  }
  if (document?.format !== documentFormat || !languages.includes(document.language))
    throw new DoesNotFit(
      `The page does not have the format “${documentFormat}”. A newer Docket may know its format.`,
    );
  return document;
}

function verifyDocument(document: SignedDocument, bytes: Buffer, keyIds: readonly string[]): PageVerdict {
  const { ticket, signature, events, seals, madeAt, origin } = document;
  verifyKeys(document, keyIds);
  verifySeals(document);
  verifyEvents(document);
  verifyFiles(document);
  const unrecorded = verifyFacts(document);
  if (!Buffer.from(renderPage(document)).equals(bytes))
    throw new DoesNotFit('What the page shows differs from its data: its text or picture was changed.');
  const { signature: _, ...signed } = document;
  if (!isDocumentSigned(documentFormat, signed, signature))
    throw new DoesNotFit(
      `The page is not as the instance made it: its data does not fit the signature of the key ${signature.keyId}.`,
    );
  const sealed = events.filter(({ inclusion }) => inclusion !== null);
  return {
    ticket: ticket.key ?? ticket.title,
    keyId: signature.keyId,
    origin,
    madeAt,
    events: events.length,
    sealed: sealed.length,
    seals: seals.length,
    forgotten: sealed.filter(({ event }) => hasNoContent(event)).length,
    unsealed: events.length - sealed.length,
    unrecorded,
    files: document.evidence.reduce((total, { files }) => total + files.filter(isWhole).length, 0),
  };
}

function verifyKeys({ keys, signature }: SignedDocument, keyIds: readonly string[]): void {
  for (const { id, publicKey } of [...keys, { id: signature.keyId, publicKey: signature.publicKey }]) {
    if (describeKey(publicKey) !== id) throw new DoesNotFit(`The key ${id} is not the one of that name.`);
    if (keyIds.length > 0 && !keyIds.includes(id))
      throw new DoesNotFit(`The page is signed with the key ${id}, not with ${keyIds.join(' or ')}.`);
  }
}

const sealName = ({ workspaceId, number }: { workspaceId: string; number: number }) =>
  `${number} of ${workspaceId}`;

function verifySeals({ seals, keys, events }: SignedDocument): void {
  const byName = new Map(seals.map((seal) => [sealName(seal), seal]));
  for (const seal of seals) {
    const key = keys.find(({ id }) => id === seal.keyId);
    if (!key)
      throw new DoesNotFit(
        `Seal ${sealName(seal)} is signed with the key ${seal.keyId}, which the page does not have.`,
      );
    if (!isSignedBy(seal, key.publicKey))
      throw new DoesNotFit(`Seal ${sealName(seal)} has a signature that is not valid.`);
    const before = byName.get(sealName({ ...seal, number: seal.number - 1 }));
    if (before && seal.previous !== hashSeal(before))
      throw new DoesNotFit(`Seal ${sealName(seal)} was made after another seal than the one before it.`);
    if (!events.some(({ inclusion }) => inclusion && sealName(inclusion) === sealName(seal)))
      throw new DoesNotFit(`Seal ${sealName(seal)} contains no event of the page.`);
  }
}

function verifyEvents({ events, seals, ticket }: SignedDocument): void {
  for (const { event, inclusion } of events) {
    if (event.ticketId !== ticket.id)
      throw new DoesNotFit(`Event ${event.id} is about another ticket than ${ticket.id}.`);
    if (inclusion === null) continue;
    const seal = seals.find((one) => sealName(one) === sealName(inclusion));
    if (!seal) throw new DoesNotFit(`Event ${event.id} names seal ${sealName(inclusion)}, which is missing.`);
    if (event.workspaceId !== seal.workspaceId)
      throw new DoesNotFit(`Event ${event.id} belongs to another workspace than seal ${sealName(seal)}.`);
    if (!hasNoContent(event) && hashEvent(event).toString('hex') !== inclusion.leaf)
      throw new DoesNotFit(
        `Event ${event.id} is not the one that seal ${sealName(seal)} has: it was changed.`,
      );
    if (rootOfPath(inclusion.leaf, { ...inclusion, count: seal.count }) !== seal.root)
      throw new DoesNotFit(`Event ${event.id} does not lead to the root of seal ${sealName(seal)}.`);
  }
}

const hasNoContent = ({ data }: { data: unknown }) => isForgotten(canonicalJson(data));

function verifyFiles({ evidence }: SignedDocument): void {
  for (const file of evidence.flatMap(({ files }) => files)) {
    const bytes = wholeBytes(file);
    if (bytes && (bytes.length !== file.size || hash('sha256', bytes) !== file.sha256))
      throw new DoesNotFit(`The file ${file.name} is not the one with the SHA-256 ${file.sha256}.`);
  }
}

const isWhole = (file: ShownFile) => wholeBytes(file) !== undefined;

function wholeBytes({ image, text }: ShownFile): Buffer | undefined {
  if (image) return Buffer.from(image.bytes, 'base64');
  return text && text.leftOut === 0 ? Buffer.from(text.start + text.end) : undefined;
}

/** Compares what is shown with the events that recorded it, and returns how many facts have no event. */
function verifyFacts(document: SignedDocument): number {
  const { criteria, evidence, reviews, forced } = document;
  const events = new Map(document.events.map(({ event }) => [event.id, event]));
  const named = new Set<string>();
  let unrecorded = 0;
  const compare = (what: string, shown: { event: string | null }, read: (event: Recorded) => boolean) => {
    if (shown.event === null) {
      unrecorded++;
      return;
    }
    const event = events.get(shown.event);
    if (!event) throw new DoesNotFit(`${what} names event ${shown.event}, which was removed.`);
    named.add(event.id);
    if (!hasNoContent(event) && !read({ ...event, data: event.data as Payload }))
      throw new DoesNotFit(`${what} is not what event ${event.id} says.`);
  };
  for (const one of criteria) {
    compare(`Criterion ${one.id}`, one, ({ type, data }) => isCriterion(one, type, data));
    const deciding = evidence.find(({ id }) => id === one.evidence);
    if (one.evidence !== null && deciding?.criterionId !== one.id)
      throw new DoesNotFit(`Criterion ${one.id} names evidence ${one.evidence}, which is not about it.`);
  }
  for (const one of evidence)
    compare(
      `Evidence ${one.id}`,
      one,
      ({ type, actorId, data }) => type === 'evidence.added' && isBy(one, actorId) && isEvidence(one, data),
    );
  for (const one of reviews)
    compare(`Review ${one.id}`, one, ({ type, actorId, data }) => isReview(one, type, actorId, data));
  for (const one of forced)
    compare(
      'A passage through the gates',
      one,
      ({ type, occurredAt, data }) =>
        type === 'gate.forced' &&
        occurredAt === one.at &&
        isSame(
          [data.reason, data.user?.name ?? '', (data.missing ?? []).map(({ text }) => text)],
          [one.reason, one.by, one.missing],
        ),
    );
  for (const id of events.keys())
    if (!named.has(id)) throw new DoesNotFit(`Event ${id} belongs to nothing on the page.`);
  return unrecorded;
}

interface Payload {
  criterion?: { id: string; text: string; check: { type: string; value?: string } | null; state: string };
  evidence?: {
    id: string;
    criterionId: string | null;
    kind: string;
    commit?: string;
    passed: boolean;
    summary: string;
    host?: string;
    tests?: unknown;
    files: unknown[];
  };
  review?: { id: string; verdict: string; comment?: string; commit?: string };
  reason?: string;
  missing?: { text: string }[];
  user?: { name: string };
}

interface Recorded {
  type: string;
  actorId: string | null;
  occurredAt: number;
  data: Payload;
}

const isSame = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b);

function isCriterion(
  { id, text, check, state }: ShownCriterion,
  type: string,
  { criterion }: Payload,
): boolean {
  if (!type.startsWith('criterion.') || !criterion) return false;
  const recorded = criterion.check && { type: criterion.check.type, value: criterion.check.value ?? null };
  return isSame([criterion.id, criterion.text, criterion.state, recorded], [id, text, state, check]);
}

function isEvidence(one: ShownEvidence, { evidence }: Payload): boolean {
  if (!evidence) return false;
  const { id, criterionId, kind, commit = null, passed, summary, host = null, tests, files } = evidence;
  // Evidence outlives its criterion, and events of older versions name no tests.
  if (one.criterionId !== null && one.criterionId !== criterionId) return false;
  if (tests !== undefined && !isSame(tests, countsOf(one))) return false;
  return isSame(
    { id, kind, commit, passed, summary, host, files },
    {
      ...{
        id: one.id,
        kind: one.kind,
        commit: one.commit,
        passed: one.passed,
        summary: one.summary,
        host: one.host,
      },
      files: one.files.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    },
  );
}

/** An account that was deleted is no longer named, but its events keep its id. */
const isBy = ({ authorId }: { authorId: string | null }, actorId: string | null) =>
  authorId === null || authorId === actorId;

const countsOf = ({ tests }: ShownEvidence) =>
  tests && { passed: tests.passed, failed: tests.failed, skipped: tests.skipped };

function isReview(
  one: ShownReviewOfPage,
  type: string,
  actorId: string | null,
  { review }: Payload,
): boolean {
  const expected = one.verdict === 'approve' ? 'review.approved' : 'review.changes_requested';
  if (type !== expected || !review || !isBy(one, actorId)) return false;
  const { id, verdict, comment = null, commit = null } = review;
  return isSame([id, verdict, comment, commit], [one.id, one.verdict, one.comment, one.commit]);
}
