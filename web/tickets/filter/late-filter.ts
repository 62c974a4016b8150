import { LateModule, whenIdle } from '../../parts/late-module.ts';

/** What is shown when somebody changes filters is not in the first load. */
export const lateFilter = new LateModule(() => import('./late.ts'));
whenIdle(() => lateFilter.load().catch(() => {}));
