import { m } from '../../messages/index.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { mainPlaces, projectPlaces } from '../places.ts';
import { type Entry, rankEntries } from './rank-entries.ts';

export interface PaletteEntry extends Entry {
  icon?: IconName;
  /** The ticket whose status is shown in place of an icon. */
  ticketId?: string;
  /** Stands before the name: the key of a ticket. */
  hint?: string;
  keys?: string;
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

const shownWithoutText = 7;
const shownMax = 6;

/** What the palette lists for a text. Without one: tickets seen lately, a few screens, all commands. */
export function arrangeEntries(
  text: string,
  {
    tickets,
    places,
    commands,
  }: { tickets: PaletteEntry[]; places: PaletteEntry[]; commands: PaletteEntry[] },
): PaletteSection[] {
  const isEmpty = text.trim() === '';
  const sections = [
    { name: m.shell.palette.tickets, entries: tickets.slice(0, isEmpty ? 4 : 8) },
    {
      name: m.shell.palette.places,
      entries: rankEntries(places, text).slice(0, isEmpty ? shownWithoutText : shownMax),
    },
    { name: m.shell.palette.commands, entries: rankEntries(commands, text) },
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}
