import { useMemo } from 'react';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { applyTheme, type Theme } from '../../parts/theme.ts';
import { readRow, undo, useProjects, useView } from '../../replica/index.ts';
import { navigate, usePathname } from '../../router/index.ts';
import { openNewTicket } from '../../tickets/index.ts';
import { projectKeyIn } from '../places.ts';
import { openKeyMap } from '../shell-state.ts';
import { signOut } from '../sign-out.ts';
import { arrangeEntries, type PaletteEntry, placeEntries } from './palette-entries.ts';

/** What the palette offers for a text: tickets found here at once and by the server, screens, commands. */
export function usePaletteEntries(text: string) {
  const pathname = usePathname();
  const projects = useProjects();
  const query = text.trim();
  const found = useView(query ? { search: query } : { assignee: ['me'], sort: 'updatedAt', order: 'desc' });
  const openKey = projectKeyIn(pathname);
  const sections = useMemo(() => {
    const openTicket = (key: string) =>
      void navigate({ to: '.', search: (search) => ({ ...search, ticket: key }) });
    const tickets = found.ids.slice(0, 8).flatMap((id): PaletteEntry[] => {
      const row = readRow(id);
      if (!row) return [];
      const key = row.key ?? row.id;
      return [{ id, name: row.title, ticketId: id, hint: key, run: () => openTicket(key) }];
    });
    return arrangeEntries(query, {
      tickets,
      places: placeEntries(projects, openKey),
      commands: [...commands(), ...textCommands(query)],
    });
  }, [found.ids, query, projects, openKey, navigate]);
  return { sections, isSearching: found.state === 'loading' };
}

const themes: Theme[] = ['light', 'dark', 'system'];

const commands = (): PaletteEntry[] => [
  { id: 'new', name: m.shell.newTicket, icon: 'plus', keys: 'c', run: () => openNewTicket() },
  { id: 'new-project', name: m.projects.newProject, icon: 'folder', path: '/projects?new=true' },
  { id: 'keys', name: m.shell.keys.title, icon: 'keyboard', keys: '?', run: openKeyMap },
  { id: 'undo', name: m.shell.undo, icon: 'undo', keys: 'Mod+z', run: () => undo() },
  ...themes.map(
    (theme): PaletteEntry => ({
      id: `theme-${theme}`,
      name: m.shell.palette.theme[theme],
      icon: theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'monitor',
      run: () => {
        applyTheme(theme);
        void api.updatePreferences({ body: { theme } });
      },
    }),
  ),
  { id: 'sign-out', name: m.shell.signOut, icon: 'sign-out', run: () => void signOut() },
];

/** Commands that use the typed text. They match every text. */
const textCommands = (text: string): PaletteEntry[] =>
  text === ''
    ? []
    : [
        {
          id: 'search-all',
          name: m.shell.palette.searchAll(text),
          words: text,
          icon: 'search',
          path: `/search?search=${encodeURIComponent(text)}`,
        },
        {
          id: 'create',
          name: m.shell.palette.createTicket(text),
          words: text,
          icon: 'plus',
          run: () => openNewTicket({ title: text }),
        },
      ];
