export const progressSteps = ['resolving', 'comparing', 'reading', 'drafting', 'publishing'] as const;

/** How far the work is, in words and numbers. */
export interface Progress {
  step: (typeof progressSteps)[number];
  done: number;
  total: number;
}
