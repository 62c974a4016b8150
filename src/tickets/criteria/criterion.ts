import { newId } from '../../platform/ids.ts';

export const criterionLimits = { criteria: 50, textLength: 500, valueLength: 500 };

/**
 * How a criterion is checked: by a command, by tests of a report, by a check of the code host, by the absence of breaking
 * changes, or by a person who looks.
 */
export const checkTypes = ['command', 'tests', 'host_check', 'no_break', 'person'] as const;
export type CheckType = (typeof checkTypes)[number];

/**
 * `shown`: evidence passes on the newest commit. `stale`: it passed, but a newer commit exists. `failed`: the newest
 * evidence failed.
 */
export const criterionStates = ['open', 'shown', 'stale', 'failed'] as const;
export type CriterionState = (typeof criterionStates)[number];

/** What must be true when a ticket is done. */
export interface Criterion {
  id: string;
  ticketId: string;
  /** Counted from 0, without gaps. */
  position: number;
  text: string;
  checkType: CheckType | null;
  /** The command, the names of tests or the name of the check. */
  checkValue: string | null;
  /** 1: a person wrote its command, so runners may run it. */
  isRunnable: number;
  state: CriterionState;
  createdAt: number;
  updatedAt: number;
}

export interface CriterionCheck {
  type: CheckType;
  value?: string | null;
}

/** A criterion as callers and templates give it. */
export interface NewCriterion {
  text: string;
  check?: CriterionCheck | null;
}

export const newCriterion = (
  ticketId: string,
  position: number,
  { text, check }: NewCriterion,
  now: number,
  isByPerson: boolean,
): Criterion => ({
  id: newId(now),
  ticketId,
  position,
  text,
  ...checkColumns(check, isByPerson),
  state: 'open',
  createdAt: now,
  updatedAt: now,
});

export const newCriteria = (
  ticketId: string,
  given: readonly NewCriterion[],
  now: number,
  isByPerson: boolean,
): Criterion[] =>
  given.map((criterion, position) => newCriterion(ticketId, position, criterion, now, isByPerson));

export const checkColumns = (check: CriterionCheck | null | undefined, isByPerson: boolean) => ({
  checkType: check?.type ?? null,
  checkValue: check?.value || null,
  isRunnable: Number(isByPerson && check?.type === 'command' && Boolean(check.value)),
});

/** The text that a ticket stores, such as `3/4`; null without criteria. */
export const formatProgress = (criteria: readonly Pick<Criterion, 'state'>[]): string | null =>
  criteria.length === 0
    ? null
    : `${criteria.filter(({ state }) => state === 'shown').length}/${criteria.length}`;

export function parseProgress(progress: string | null): { total: number; shown: number } {
  const [shown = 0, total = 0] = progress?.split('/').map(Number) ?? [];
  return { total, shown };
}
