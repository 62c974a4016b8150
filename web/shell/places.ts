import { m } from '../messages/index.ts';
import type { IconName } from '../parts/icons/icon-shapes.ts';

/** A screen that the sidebar, the command palette and a key lead to. */
export interface Place {
  name: string;
  path: string;
  icon: IconName;
  /** The second key after `g`. */
  key?: string;
}

export const mainPlaces = (): Place[] => [
  { name: m.shell.myWork, path: '/', icon: 'work', key: 'm' },
  { name: m.shell.inbox, path: '/inbox', icon: 'inbox', key: 'i' },
  { name: m.shell.agents, path: '/agents', icon: 'agent', key: 'a' },
  { name: m.shell.allTickets, path: '/tickets', icon: 'tasks', key: 'e' },
  { name: m.shell.projects, path: '/projects', icon: 'folder', key: 'p' },
  { name: m.shell.initiatives, path: '/initiatives', icon: 'flag', key: 'n' },
];

export const projectPlaces = (key: string): Place[] => [
  { name: m.shell.list, path: `/p/${key}/list`, icon: 'list', key: 'l' },
  { name: m.shell.board, path: `/p/${key}/board`, icon: 'board', key: 'b' },
  { name: m.shell.calendar, path: `/p/${key}/calendar`, icon: 'calendar', key: 'c' },
  { name: m.shell.timeline, path: `/p/${key}/timeline`, icon: 'timeline', key: 't' },
  { name: m.shell.triage, path: `/p/${key}/triage`, icon: 'inbox', key: 'r' },
  { name: m.shell.statistics, path: `/p/${key}/stats`, icon: 'chart', key: 's' },
  { name: m.shell.docs, path: `/p/${key}/docs`, icon: 'book', key: 'd' },
  { name: m.shell.settings, path: `/p/${key}/settings`, icon: 'settings' },
];

/** Screens with a place of their own in the frame. */
export const paths: Record<'inbox' | 'me' | 'instance', string> = {
  inbox: '/inbox',
  me: '/me',
  instance: '/instance',
};

/** The key of the project that an address belongs to. */
export const projectKeyIn = (pathname: string) => /^\/p\/([^/]+)/.exec(pathname)?.[1];
