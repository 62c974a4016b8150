import { changeSettings, useSetting } from './personal-settings.ts';

/** The ids of the projects that the person lists first. */
export const useStarred = (): ReadonlySet<string> => new Set(useSetting('starredProjects'));

export const setStarred = (id: string, isStarred: boolean): void =>
  changeSettings({ starredProjects: { [isStarred ? 'add' : 'remove']: [id] } });
