/** From 0 up to but not 1. Tests bring their own, so that nothing in them depends on luck. */
export type Chance = () => number;

/** Good enough to spread work in time; secrets come from platform/crypto. */
export const chance: Chance = () => Math.random();
