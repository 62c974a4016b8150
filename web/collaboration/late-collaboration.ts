import { LateModule, whenIdle } from '../parts/late-module.ts';

/** Nobody waits for it: a ticket is shown before it says who else is there. */
export const lateCollaboration = new LateModule(() => import('./late.ts'));
whenIdle(() => lateCollaboration.load().catch(() => {}));
