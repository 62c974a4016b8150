import { m } from '../messages/index.ts';
import { type KeyBinding, useKeys } from '../parts/keys/keys.ts';
import { redo, undo } from '../replica/index.ts';
import { navigate, usePathname } from '../router/index.ts';
import { openNewTicket } from '../tickets/index.ts';
import { mainPlaces, projectKeyIn, projectPlaces } from './places.ts';
import { openHelp, openPalette } from './shell-state.ts';

/** The keys that work on every screen. */
export function useShellKeys(): void {
  const projectKey = projectKeyIn(usePathname());
  const places = [...mainPlaces(), ...(projectKey ? projectPlaces(projectKey) : [])];
  useKeys([
    { keys: 'Mod+k', name: m.shell.keys.palette, inText: true, run: openPalette },
    { keys: 'c', name: m.shell.newTicket, run: () => openNewTicket() },
    { keys: '?', name: m.shell.keys.showKeys, run: openHelp },
    { keys: 'Mod+z', name: m.shell.undo, run: () => undo() },
    { keys: 'Mod+Shift+z', name: m.shell.redo, run: () => redo() },
    ...places.flatMap(({ key, name, path }): KeyBinding[] =>
      key ? [{ keys: `g ${key}`, name, group: 'go', run: () => void navigate({ to: path }) }] : [],
    ),
  ]);
}
