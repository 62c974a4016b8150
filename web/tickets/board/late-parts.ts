import { loadLateMessages } from '../../messages/index.ts';
import { LateModule, whenIdle } from '../../parts/late-module.ts';

/** Dialogs, swimlanes and seldom parts of cards are not in the first load. */
export const lateParts = new LateModule(async () => {
  const [module] = await Promise.all([import('./late.ts'), loadLateMessages()]);
  return module;
});
whenIdle(() => lateParts.load().catch(() => {}));
