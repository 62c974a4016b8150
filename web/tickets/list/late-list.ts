import { loadLateMessages } from '../../messages/index.ts';
import { LateModule, whenIdle } from '../../parts/late-module.ts';

/** What filtering, sharing and selecting show is not in the first load. */
export const lateList = new LateModule(async () => {
  const [module] = await Promise.all([import('./late.ts'), loadLateMessages()]);
  return module;
});
whenIdle(() => lateList.load().catch(() => {}));
