import type { Snippet } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { mainPlaces, projectPlaces } from '../places.ts';
import { type Entry, rankEntries, rankOf } from './rank-entries.ts';

export interface PaletteEntry extends Entry {
  icon?: IconName;
  /** The ticket whose status is shown in place of an icon. */
  ticketId?: string;
  /** Stands before the name: the key of a ticket. */
  hint?: string;
  keys?: string;
  /** Where a search matched in the ticket. */
  snippet?: Snippet | undefined;
  /** The verb that it runs. */
  verb?: string;
  path?: string;
  run?(): void;
}

export interface PaletteSection {
  name: string;
  entries: PaletteEntry[];
}

interface Project {
  key: string;
  name: string;
}

/** The screens, those of the project that is open first. */
export function placeEntries(projects: readonly Project[], openKey: string | undefined): PaletteEntry[] {
  const ofProject = ({ key, name }: Project): PaletteEntry[] =>
    projectPlaces(key).map((place) => ({
      id: `place-${key}-${place.icon}`,
      name: key === openKey ? place.name : `${name}: ${place.name}`,
      words: `${key} ${name}`,
      icon: place.icon,
      path: place.path,
      ...(key === openKey && place.key && { keys: `g ${place.key}` }),
    }));
  const main = mainPlaces().map(
    ({ name, path, icon, key }): PaletteEntry => ({
      id: `place-${icon}`,
      name,
      icon,
      path,
      ...(key && { keys: `g ${key}` }),
    }),
  );
  const settings: PaletteEntry[] = [
    { id: 'place-workspaces', name: m.workspaces.title, icon: 'workspace', path: '/workspaces' },
    { id: 'place-webhooks', name: m.webhooks.title, icon: 'webhook', path: '/me/webhooks' },
  ];
  const open = projects.filter(({ key }) => key === openKey);
  const others = projects.filter(({ key }) => key !== openKey);
  return [...open.flatMap(ofProject), ...main, ...settings, ...others.flatMap(ofProject)];
}

interface Offered {
  /** What can be done with the selected, active or open tickets, which `of` names. */
  verbs: { of: string; entries: PaletteEntry[] };
  tickets: PaletteEntry[];
  places: PaletteEntry[];
  commands: PaletteEntry[];
}

/** How many of each are shown, without a text and with one. */
const shownMax = { verbs: [8, 12], tickets: [4, 8], places: [7, 6], commands: [20, 20] } as const;

/**
 * What the palette lists for a text: exact names first, then names that begin with it; of equal sections the given order.
 * Without a text: verbs, tickets seen lately, a few screens, all commands, each with the most used first.
 */
export function arrangeEntries(
  text: string,
  { verbs, tickets, places, commands }: Offered,
  useOf: (id: string) => number,
): PaletteSection[] {
  const rank = (entries: PaletteEntry[]) => rankEntries(entries, text, useOf);
  const of = text.trim() === '' ? 0 : 1;
  const sections = [
    { name: verbs.of, entries: rank(verbs.entries).slice(0, shownMax.verbs[of]) },
    // The search has ranked them, by more than their names.
    { name: m.shell.palette.tickets, entries: tickets.slice(0, shownMax.tickets[of]) },
    { name: m.shell.palette.places, entries: rank(places).slice(0, shownMax.places[of]) },
    { name: m.shell.palette.commands, entries: rank(commands).slice(0, shownMax.commands[of]) },
  ].filter(({ entries }) => entries.length > 0);
  if (of === 0) return sections;
  const best = ({ entries }: PaletteSection) =>
    Math.min(
      2,
      ...entries.flatMap((entry) => [rankOf(entry, text), rankOf({ id: '', name: entry.hint ?? '' }, text)]),
    );
  return sections.toSorted((a, b) => best(a) - best(b));
}
