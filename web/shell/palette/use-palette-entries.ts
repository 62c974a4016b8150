import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { applyTheme, type Theme } from '../../parts/theme.ts';
import { readRow, undo, useBoot, useProjects, useRows, useView } from '../../replica/index.ts';
import { navigate, usePathname } from '../../router/index.ts';
import {
  excerptsQuery,
  offerVerbs,
  openNewTicket,
  runVerb,
  titleOfTickets,
  useOwnFieldsOf,
  type VerbTarget,
} from '../../tickets/index.ts';
import { projectKeyIn } from '../places.ts';
import { openHelp } from '../shell-state.ts';
import { signOut } from '../sign-out.ts';
import { arrangeEntries, type PaletteEntry, placeEntries } from './palette-entries.ts';
import { readUsage, scoreOf } from './usage.ts';

/** What the palette offers for a text: verbs on `target`, tickets found here at once and by the server, screens, commands. */
export function usePaletteEntries(text: string, target: VerbTarget | undefined) {
  const boot = useBoot();
  const targeted = useRows(target?.ids ?? noIds);
  const ownFields = useOwnFieldsOf(targeted);
  const [usage] = useState(() => ({ of: readUsage(boot.me.id), at: Date.now() }));
  const pathname = usePathname();
  const projects = useProjects();
  const query = text.trim();
  const found = useView(query ? { search: query } : { assignee: ['me'], sort: 'updatedAt', order: 'desc' });
  const { data: excerpts } = useQuery(excerptsQuery({ search: query }, ticketsMax));
  const openKey = projectKeyIn(pathname);
  // The verbs have own fields as soon as they are loaded.
  const sections = useMemo(() => {
    const openTicket = (key: string) =>
      void navigate({ to: '.', search: (search) => ({ ...search, ticket: key }) });
    const tickets = found.ids.slice(0, ticketsMax).flatMap((id): PaletteEntry[] => {
      const row = readRow(id);
      if (!row) return [];
      const key = row.key ?? row.id;
      const snippet = query ? excerpts?.get(id) : undefined;
      return [{ id, name: row.title, ticketId: id, hint: key, snippet, run: () => openTicket(key) }];
    });
    const offered = {
      verbs: { of: titleOfTickets(targeted), entries: target ? verbEntries(targeted, boot, target) : [] },
      tickets,
      places: placeEntries(projects, openKey),
      commands: [...commands(), ...textCommands(query)],
    };
    return arrangeEntries(query, offered, (id) => scoreOf(usage.of, id, usage.at));
  }, [found.ids, excerpts, query, projects, openKey, targeted, ownFields, boot, target, usage]);
  return { sections, isSearching: found.state === 'loading' };
}

const noIds: readonly string[] = [];
const ticketsMax = 8;

/** What can be done with these tickets. What opens something more ends with dots. */
function verbEntries(
  rows: ReturnType<typeof useRows>,
  boot: ReturnType<typeof useBoot>,
  target: VerbTarget,
): PaletteEntry[] {
  const hint = `${titleOfTickets(rows)} ·`;
  const own = (target.more ?? []).map(
    ({ name, icon, keys, run }): PaletteEntry => ({
      ...{ id: `verb-${name}`, name, icon, hint, run },
      ...(keys && { keys }),
    }),
  );
  const shared = offerVerbs(rows, boot, target.view)
    .filter(({ mayNot }) => mayNot === undefined)
    .map(
      ({ id, title, name, words, icon, keys, opens }): PaletteEntry => ({
        id: `verb-${id}`,
        verb: id,
        name: opens ? `${title().replace(/ ?…$/, '')}…` : title(),
        also: name(),
        words: words?.() ?? '',
        icon,
        hint,
        ...(keys && { keys }),
        run: () => runVerb(id, target),
      }),
    );
  return [...shared, ...own];
}

const themes: Theme[] = ['light', 'dark', 'system'];

const commands = (): PaletteEntry[] => [
  { id: 'new', name: m.shell.newTicket, icon: 'plus', keys: 'c', run: () => openNewTicket() },
  { id: 'new-project', name: m.projects.newProject, icon: 'folder', path: '/projects?new=true' },
  { id: 'help', name: m.help.title, also: m.shell.keys.title, icon: 'book', keys: '?', run: openHelp },
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
