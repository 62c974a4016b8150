import type { CriterionState } from '../../tickets/index.ts';
import type { EvidenceKind } from '../evidence.ts';
import type { EvidenceDocument, Language, ShownReviewOfPage } from './evidence-document.ts';
import type { Step } from './read-steps.ts';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

const en = {
  title: 'Evidence',
  steps: { criteria: 'Criteria', evidence: 'Evidence', checks: 'Checks', review: 'Review', seal: 'Seal' },
  levels: { good: 'passes', part: 'open', bad: 'fails', none: 'none' },
  statuses: {
    backlog: 'Backlog',
    todo: 'To do',
    in_progress: 'In progress',
    in_review: 'In review',
    done: 'Done',
    cancelled: 'Cancelled',
  } satisfies Record<EvidenceDocument['ticket']['status'], string>,
  states: { open: 'Open', shown: 'Shown', stale: 'Stale', failed: 'Failed' } satisfies Record<
    CriterionState,
    string
  >,
  kinds: {
    test_report: 'Test report',
    command: 'Command',
    image: 'Image',
    diff: 'Diff',
    log: 'Log',
    coverage: 'Coverage',
    link: 'Link',
    host_check: 'Check of the code host',
  } satisfies Record<EvidenceKind, string>,
  checks: {
    command: 'Command',
    tests: 'Tests',
    host_check: 'Check of the code host',
    no_break: 'No breaking change',
    person: 'A person looks',
  } as Record<string, string>,
  links: { pull_request: 'Pull request', branch: 'Branch', commit: 'Commit', issue: 'Issue' } as Record<
    string,
    string
  >,
  verdicts: { approve: 'Approved', changes: 'Changes requested' } satisfies Record<
    ShownReviewOfPage['verdict'],
    string
  >,
  reasons: {
    assignee: 'does not count: by the assignee',
    author: 'does not count: by an author of the work',
    agent_owner: 'does not count: by the owner of the agent',
    stale: 'does not count: a newer commit exists',
    superseded: 'does not count: reviewed again later',
  } as Record<string, string>,
  passed: 'Passed',
  failed: 'Failed',
  counts: 'counts',
  shownOf: (shown: number, total: number) => `${shown} of ${total} shown`,
  at: (commit: string) => `at ${commit}`,
  newestCommit: 'Newest commit',
  status: 'Status',
  project: 'Project',
  made: (time: string, origin: string) => `Made ${time} by ${origin}`,
  noCriteria: 'This ticket has no criteria.',
  noEvidence: 'No evidence.',
  noReviews: 'No reviews.',
  noneYet: 'none',
  passing: (passed: number, failed: number) => `${passed} passed, ${failed} failed`,
  approvals: (approved: number, changes: number) =>
    changes > 0
      ? count(changes, 'request for changes', 'requests for changes')
      : count(approved, 'approval', 'approvals'),
  sealedOf: (sealed: number, total: number) => `${sealed} of ${count(total, 'event', 'events')} sealed`,
  otherEvidence: 'Other evidence',
  work: 'Commits and branches',
  reviews: 'Reviews',
  forced: 'Closed despite its gates',
  forcedBy: (by: string) => `by ${by}`,
  missing: 'Missing',
  seals: 'Seals',
  agent: 'agent',
  worker: 'worker',
  tests: (passed: number, failed: number, skipped: number) =>
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  failing: 'Failing tests',
  exitCode: (code: number) => `exit code ${code}`,
  bytes: (size: number) => count(size, 'byte', 'bytes'),
  cut: (size: number) => `… ${count(size, 'byte', 'bytes')} left out …`,
  sealedIn: (number: number) => `sealed in seal ${number}`,
  unsealed: 'not sealed yet',
  noEvent: 'no event',
  forgotten: 'content deleted, hash sealed',
  leftOut: (evidence: number, reviewCount: number) =>
    `Not on this page: ${count(evidence, 'older piece of evidence', 'older pieces of evidence')}, ${count(reviewCount, 'older review', 'older reviews')}.`,
  newer: (total: number) => `${count(total, 'event is', 'events are')} newer than the last seal.`,
  verify: (key: string) =>
    `docket verify FILE proves this file without a server: that it is as it was made, and that its events are part of the seals. Its signature is by the key ${key}.`,
  event: 'Event',
  time: 'Time',
  seal: 'Seal',
  hash: 'Hash',
  root: 'Root',
  key: 'Key',
  signature: 'Signature',
  proofs: 'Proof of each event',
};

export type Words = typeof en;

const de: Words = {
  title: 'Belege',
  steps: { criteria: 'Kriterien', evidence: 'Belege', checks: 'Prüfungen', review: 'Review', seal: 'Siegel' },
  levels: { good: 'bestanden', part: 'offen', bad: 'fehlgeschlagen', none: 'keine' },
  statuses: {
    backlog: 'Backlog',
    todo: 'Zu tun',
    in_progress: 'In Arbeit',
    in_review: 'In Prüfung',
    done: 'Erledigt',
    cancelled: 'Abgebrochen',
  },
  states: { open: 'Offen', shown: 'Belegt', stale: 'Veraltet', failed: 'Fehlgeschlagen' },
  kinds: {
    test_report: 'Testbericht',
    command: 'Befehl',
    image: 'Bild',
    diff: 'Diff',
    log: 'Protokoll',
    coverage: 'Testabdeckung',
    link: 'Link',
    host_check: 'Prüfung des Code-Hosts',
  },
  checks: {
    command: 'Befehl',
    tests: 'Tests',
    host_check: 'Prüfung des Code-Hosts',
    no_break: 'Keine inkompatible Änderung',
    person: 'Ein Mensch sieht nach',
  },
  links: { pull_request: 'Pull Request', branch: 'Branch', commit: 'Commit', issue: 'Issue' },
  verdicts: { approve: 'Zugestimmt', changes: 'Änderungen verlangt' },
  reasons: {
    assignee: 'zählt nicht: von der zuständigen Person',
    author: 'zählt nicht: von jemandem, der die Arbeit gemacht hat',
    agent_owner: 'zählt nicht: vom Eigentümer des Agenten',
    stale: 'zählt nicht: es gibt einen neueren Commit',
    superseded: 'zählt nicht: später erneut geprüft',
  },
  passed: 'Bestanden',
  failed: 'Fehlgeschlagen',
  counts: 'zählt',
  shownOf: (shown, total) => `${shown} von ${total} belegt`,
  at: (commit) => `bei ${commit}`,
  newestCommit: 'Neuester Commit',
  status: 'Status',
  project: 'Projekt',
  made: (time, origin) => `Erstellt ${time} von ${origin}`,
  noCriteria: 'Dieses Ticket hat keine Kriterien.',
  noEvidence: 'Keine Belege.',
  noReviews: 'Keine Reviews.',
  noneYet: 'keine',
  passing: (passed, failed) => `${passed} bestanden, ${failed} fehlgeschlagen`,
  approvals: (approved, changes) =>
    changes > 0
      ? count(changes, 'Bitte um Änderungen', 'Bitten um Änderungen')
      : count(approved, 'Zustimmung', 'Zustimmungen'),
  sealedOf: (sealed, total) => `${sealed} von ${count(total, 'Ereignis', 'Ereignissen')} versiegelt`,
  otherEvidence: 'Weitere Belege',
  work: 'Commits und Branches',
  reviews: 'Reviews',
  forced: 'Trotz Bedingungen geschlossen',
  forcedBy: (by) => `von ${by}`,
  missing: 'Es fehlte',
  seals: 'Siegel',
  agent: 'Agent',
  worker: 'Worker',
  tests: (passed, failed, skipped) =>
    `${passed} bestanden, ${failed} fehlgeschlagen, ${skipped} übersprungen`,
  failing: 'Fehlgeschlagene Tests',
  exitCode: (code) => `Exit-Code ${code}`,
  bytes: (size) => count(size, 'Byte', 'Bytes'),
  cut: (size) => `… ${count(size, 'Byte', 'Bytes')} ausgelassen …`,
  sealedIn: (number) => `versiegelt in Siegel ${number}`,
  unsealed: 'noch nicht versiegelt',
  noEvent: 'kein Ereignis',
  forgotten: 'Inhalt gelöscht, Hash versiegelt',
  leftOut: (evidence, reviewCount) =>
    `Nicht auf dieser Seite: ${count(evidence, 'älterer Beleg', 'ältere Belege')}, ${count(reviewCount, 'älteres Review', 'ältere Reviews')}.`,
  newer: (total) => `${count(total, 'Ereignis ist', 'Ereignisse sind')} neuer als das letzte Siegel.`,
  verify: (key) =>
    `docket verify DATEI beweist diese Datei ohne Server: dass sie ist, wie sie erstellt wurde, und dass ihre Ereignisse Teil der Siegel sind. Ihre Signatur ist vom Schlüssel ${key}.`,
  event: 'Ereignis',
  time: 'Zeit',
  seal: 'Siegel',
  hash: 'Hash',
  root: 'Wurzel',
  key: 'Schlüssel',
  signature: 'Signatur',
  proofs: 'Nachweis jedes Ereignisses',
};

/** The words of pages that were made before stay as they are: a verified page is drawn again. */
export const pageWords: Record<Language, Words> = { en, de };

/** A step in words. Without anything to judge there is no detail. */
export function describeStep({ name, level, counts: [a, b] }: Step, words: Words) {
  const { approvals, noneYet, passing, sealedOf, shownOf } = words;
  const detail = { criteria: shownOf, evidence: passing, checks: passing, review: approvals, seal: sealedOf };
  return level === 'none'
    ? { title: words.steps[name], state: noneYet, detail: '' }
    : { title: words.steps[name], state: words.levels[level], detail: detail[name](a, b) };
}
