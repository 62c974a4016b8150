/** A number from 0 up to but not including 1. Tests pass their own, so that their results do not vary. */
export type Random = () => number;

/** For jitter, not for secrets: those come from platform/crypto. */
export const random: Random = () => Math.random();
