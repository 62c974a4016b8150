import { loadLateMessages } from '../messages/index.ts';
import { useHeldKeys } from '../parts/keys/keys.ts';
import { LateModule, whenIdle } from '../parts/late-module.ts';
import { closeOverlay, useOverlay } from './shell-state.ts';

const overlays = new LateModule(async () => {
  const [module] = await Promise.all([import('./late.ts'), loadLateMessages()]);
  return module;
});
whenIdle(() => overlays.load().catch(() => {}));

/** What lies over the page and can be opened from anywhere. It is not in the first load. */
export function Overlays() {
  const overlay = useOverlay();
  useHeldKeys(overlay !== undefined);
  const late = overlays.use(overlay !== undefined);
  if (!late) return null;
  return (
    <>
      <late.MoreSheet open={overlay === 'more'} onClose={closeOverlay} />
      {overlay === 'palette' && <late.Palette onClose={closeOverlay} />}
      <late.HelpDialog open={overlay === 'help'} onClose={closeOverlay} />
      {typeof overlay === 'object' &&
        (overlay.refusal.missing ? (
          <late.CloseUnproven refused={overlay} onClose={closeOverlay} />
        ) : (
          <late.CloseAnyway refused={overlay} onClose={closeOverlay} />
        ))}
      <late.SignInAgain open={overlay === 'sign-in'} onClose={closeOverlay} />
    </>
  );
}
