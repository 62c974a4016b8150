import { SharedValue } from './shared-value.ts';

/** How the person arranged the app on all devices, as `/api/user/settings` has it. */
export interface PersonalSettings {
  density?: 'comfortable' | 'compact';
  singleKeys?: boolean;
  showPresence?: boolean;
  calendarTray?: 'open' | 'closed';
  starredProjects: string[];
  recentSearches: string[];
  seenTickets: string[];
  toggledGroups: string[];
  defaultDisplays: string[];
}
type ListName = Exclude<keyof PersonalSettings, 'density' | 'singleKeys' | 'showPresence' | 'calendarTray'>;
export type SettingsChange = Omit<Partial<PersonalSettings>, ListName> & {
  [Name in ListName]?: { add?: string[]; remove?: string[] };
};

/** This browser has a copy, so that the first screen waits for nothing, and what is not sent yet. */
interface Kept {
  userId?: string;
  settings: PersonalSettings;
  waiting: SettingsChange[];
}

const key = 'docket.settings';
const listMax: Record<ListName, number> = {
  starredProjects: 200,
  recentSearches: 10,
  seenTickets: 20,
  toggledGroups: 300,
  defaultDisplays: 60,
};
const listNames = Object.keys(listMax) as ListName[];
/** An earlier version of the server, or an answer that was kept since, lacks newer lists. */
export const withAllLists = (settings: Partial<PersonalSettings>): PersonalSettings => ({
  ...none().settings,
  ...settings,
});
const none = (): Kept => ({
  settings: Object.fromEntries(listNames.map((name) => [name, []])) as unknown as PersonalSettings,
  waiting: [],
});

/** Another tab may have written since: it is read again before each change. */
export function readKept(): Kept {
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem(key) ?? '') as Partial<Kept>;
    return { ...none(), ...kept, settings: withAllLists(kept.settings ?? {}) };
  } catch {
    return none();
  }
}

export const personalSettings = new SharedValue(readKept().settings);
export const useSetting = <Name extends keyof PersonalSettings>(name: Name): PersonalSettings[Name] =>
  personalSettings.useSelected((settings) => settings[name]);

/** Where the links of a project lead: to the layout that the person made their default last, otherwise to the board. */
export function useProjectPath(): (project: { id: string; key: string }) => string {
  const displays = useSetting('defaultDisplays');
  return ({ id, key: projectKey }) => {
    const [, layout = 'board'] = displays.find((one) => one.startsWith(`${id}.`))?.split(/[. ]/) ?? [];
    return `/p/${projectKey}/${layout}`;
  };
}

let onChange = () => {};
/** Called by what sends the changes. */
export const whenChanged = (run: () => void) => {
  onChange = run;
};

/** Changes a setting here at once, and on the server as soon as it can be reached. */
export function changeSettings(change: SettingsChange): void {
  const kept = readKept();
  keep({
    ...kept,
    settings: merge(kept.settings, change),
    waiting: [...kept.waiting, change],
  });
  onChange();
}

export function keep(kept: Kept): void {
  localStorage.setItem(key, JSON.stringify(kept));
  personalSettings.set(kept.settings);
}

/** The same rule as on the server. */
export function merge(before: PersonalSettings, change: SettingsChange): PersonalSettings {
  const after = { ...before, ...change } as PersonalSettings;
  for (const name of listNames) {
    const { add = [], remove = [] } = change[name] ?? {};
    const added = [...new Set(add.toReversed())];
    const left = before[name].filter((item) => !added.includes(item) && !remove.includes(item));
    after[name] = change[name] ? [...added, ...left].slice(0, listMax[name]) : before[name];
  }
  return after;
}

/** Tabs of one browser agree at once. */
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === key) personalSettings.set(readKept().settings);
});
