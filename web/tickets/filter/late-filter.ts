import { loadLateMessages } from '../../messages/index.ts';
import { LateModule, whenIdle } from '../../parts/late-module.ts';

/** What is shown when somebody changes filters is not in the first load. */
export const lateFilter = new LateModule(async () => {
  const [module] = await Promise.all([import('./late.ts'), loadLateMessages()]);
  return module;
});
whenIdle(() => lateFilter.load().catch(() => {}));
