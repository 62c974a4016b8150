import { loadLateMessages } from '../../messages/index.ts';
import { holdKeys } from '../../parts/keys/keys.ts';
import { LateModule, whenIdle } from '../../parts/late-module.ts';

export type LateTicket = typeof import('./late.ts');

/** The drawer, the form of a new ticket, the pickers and the verbs are not in the first load. */
const lateTicket = new LateModule(async () => {
  const [module] = await Promise.all([import('./late.ts'), loadLateMessages()]);
  module.preloadOnHover();
  module.openMenusByPointer();
  return module;
});
whenIdle(() => lateTicket.load().catch(() => {}));

/** With `wanted`, loads it now. */
export const useLateTicket = (wanted: boolean) => lateTicket.use(wanted);

/** It if it is loaded. */
export const getLateTicket = () => lateTicket.get();

/** Runs with it: at once if it is loaded, otherwise as soon as it is. Until then, the next keys wait too. */
export function withLateTicket(run: (late: LateTicket) => void): void {
  const late = lateTicket.get();
  if (late) {
    run(late);
    return;
  }
  const endHold = holdKeys();
  lateTicket.load().then(
    () => {
      withLateTicket(run);
      endHold('give');
    },
    (error: unknown) => {
      endHold('drop');
      reportError(error);
    },
  );
}
