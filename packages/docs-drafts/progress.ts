export const progressSteps = ['resolving', 'comparing', 'reading', 'drafting', 'publishing'] as const;

/** The current step, and how many of its items are done; `total` is 0 when unknown. */
export interface Progress {
  step: (typeof progressSteps)[number];
  done: number;
  total: number;
}
