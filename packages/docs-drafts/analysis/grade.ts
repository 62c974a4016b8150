/** `breaks`: some callers certainly stop working. `may break`: it depends on how they use it. */
export const grades = ['breaks', 'may break', 'changed'] as const;
export type Grade = (typeof grades)[number];

export interface Verdict {
  grade: Grade;
  /** One clause that says why, for example "the parameter `alg` is required now". */
  reason: string;
}

const rank: Record<Grade, number> = { breaks: 2, 'may break': 1, changed: 0 };

/** The most severe verdict; undefined if there is none. */
export const gravest = (verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.reduce<Verdict | undefined>(
    (worst, one) => (worst === undefined || rank[one.grade] > rank[worst.grade] ? one : worst),
    undefined,
  );

export const mildest = (verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.reduce<Verdict | undefined>(
    (best, one) => (best === undefined || rank[one.grade] < rank[best.grade] ? one : best),
    undefined,
  );
