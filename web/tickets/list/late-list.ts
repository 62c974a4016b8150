import { loadLateMessages } from '../../messages/index.ts';
import { LateModule, whenIdle } from '../../parts/late-module.ts';

/** What is shown when somebody filters, shares or selects is not in the first load. */
export const lateList = new LateModule(async () => {
  const [module] = await Promise.all([import('./late.ts'), loadLateMessages()]);
  return module;
});
whenIdle(() => lateList.load().catch(() => {}));
