import { loadLateMessages } from '../../messages/index.ts';
import { LateModule, whenIdle } from '../../parts/late-module.ts';

/** The drawer, the form of a new ticket and the pickers are not in the first load. */
const lateTicket = new LateModule(async () => {
  const [module] = await Promise.all([import('./late.ts'), loadLateMessages()]);
  module.preloadOnHover();
  return module;
});
whenIdle(() => lateTicket.load().catch(() => {}));

/** With `wanted`, loads it now. */
export const useLateTicket = (wanted: boolean) => lateTicket.use(wanted);
