import { isSameCommit } from '../evidence.ts';
import type { EvidenceDocument } from './evidence-document.ts';

export const stepNames = ['criteria', 'evidence', 'checks', 'review', 'seal'] as const;
export const levels = ['good', 'part', 'bad', 'none'] as const;

/** `part`: something is still open. `none`: there is nothing to judge. */
export type Level = (typeof levels)[number];

export interface Step {
  name: (typeof stepNames)[number];
  level: Level;
  /** What the words of the step count. */
  counts: [number, number];
}

type Judged = Pick<EvidenceDocument, 'criteria' | 'evidence' | 'head' | 'reviews'> & {
  /** Without inclusion, an event is newer than the last seal. */
  events: readonly { inclusion: unknown }[];
};

/** The way from what must be true to the seal over it. */
export function readSteps(document: Judged): Step[] {
  return [
    readCriteria(document),
    readEvidence(document),
    readChecks(document),
    readReview(document),
    readSeal(document),
  ];
}

function readCriteria({ criteria }: Judged): Step {
  const shown = criteria.filter(({ state }) => state === 'shown').length;
  const isFailed = criteria.some(({ state }) => state === 'failed');
  const level = isFailed ? 'bad' : shown < criteria.length ? 'part' : 'good';
  return {
    name: 'criteria',
    level: criteria.length === 0 ? 'none' : level,
    counts: [shown, criteria.length],
  };
}

/** Of a criterion, the evidence that decides its state counts; of the rest, each piece at the newest commit. */
function readEvidence({ criteria, evidence, head }: Judged): Step {
  const deciding = new Set(criteria.map((criterion) => criterion.evidence));
  const counted = evidence.filter(
    ({ id, criterionId, kind, commit }) =>
      kind !== 'host_check' && (criterionId === null ? isAtHead(commit, head) : deciding.has(id)),
  );
  return judge('evidence', counted);
}

/** Of the same check, the last result at the newest commit counts. */
function readChecks({ evidence, head }: Judged): Step {
  const newest = new Map<string, { passed: boolean }>();
  for (const one of evidence)
    if (one.kind === 'host_check' && one.check && isAtHead(one.commit, head) && !newest.has(one.check.name))
      newest.set(one.check.name, one);
  return judge('checks', [...newest.values()]);
}

function judge(name: Step['name'], counted: readonly { passed: boolean }[]): Step {
  const passed = counted.filter((one) => one.passed).length;
  const failed = counted.length - passed;
  const level = counted.length === 0 ? 'none' : failed > 0 ? 'bad' : 'good';
  return { name, level, counts: [passed, failed] };
}

const isAtHead = (commit: string | null, head: string | null) =>
  head === null || (commit !== null && isSameCommit(commit, head));

function readReview({ reviews }: Judged): Step {
  const counted = reviews.filter(({ counts }) => counts);
  const approved = counted.filter(({ verdict }) => verdict === 'approve').length;
  const changes = counted.length - approved;
  const open = reviews.length === 0 ? 'none' : 'part';
  return {
    name: 'review',
    level: changes > 0 ? 'bad' : approved > 0 ? 'good' : open,
    counts: [approved, changes],
  };
}

function readSeal({ events }: Judged): Step {
  const sealed = events.filter(({ inclusion }) => inclusion !== null).length;
  const level = events.length === 0 ? 'none' : sealed < events.length ? 'part' : 'good';
  return { name: 'seal', level, counts: [sealed, events.length] };
}
