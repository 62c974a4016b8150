import { SharedValue } from './shared-value.ts';

/** How many tasks of agents wait for the person; set after the first screen. */
export const agentsWaiting = new SharedValue(0);
