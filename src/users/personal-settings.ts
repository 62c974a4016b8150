import type { Static } from 'typebox';
import { eventType, recordEvent } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { choice } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { findSettingsText, saveSettings } from './personal-settings-store.ts';
import type { Scope } from './scope.ts';
import { lockUser } from './user-store.ts';

/** How a person arranged the web app, the same on all their devices. A value that was never set is absent. */
const values = {
  density: Type.Optional(choice(['comfortable', 'compact'], { description: 'The height of rows' })),
  singleKeys: Type.Optional(Type.Boolean({ description: 'Whether keys without a modifier are shortcuts' })),
  showPresence: Type.Optional(
    Type.Boolean({ description: 'Whether others see which ticket or project you look at; true if absent' }),
  ),
  calendarTray: Type.Optional(
    choice(['open', 'closed'], { description: 'The tickets without a date, beside the calendar' }),
  ),
};

interface ListOfItems {
  /** The oldest are dropped beyond it. */
  max: number;
  /** The maximum length of an item. */
  length: number;
  meaning: string;
  example: string;
}

/** Lists to which devices add and from which they remove, so that none overwrites what another one did. */
const lists = {
  starredProjects: {
    max: 200,
    length: 100,
    meaning: 'The ids of projects that are listed first',
    example: '01922c…',
  },
  recentSearches: { max: 10, length: 300, meaning: 'What was searched for', example: 'invoice rate' },
  seenTickets: { max: 20, length: 100, meaning: 'The ids of the last opened tickets', example: '01922d…' },
  toggledGroups: {
    max: 300,
    length: 200,
    meaning:
      'The groups of lists that are not as they are at first: closed instead of open, or the other way',
    example: 'PAY.status.done',
  },
  defaultDisplays: {
    max: 60,
    length: 2_000,
    meaning:
      'How the lists and boards of projects are shown unless the address says otherwise: project, layout and display',
    example: '01922c….list groupBy=assignee&sort=dueDate',
  },
} satisfies Record<string, ListOfItems>;
type ListName = keyof typeof lists;
const listNames = Object.keys(lists) as ListName[];

const ofLists = <S>(make: (list: ListOfItems) => S) =>
  Object.fromEntries(listNames.map((name) => [name, make(lists[name])])) as Record<ListName, S>;

export const PersonalSettings = Type.Object(
  {
    ...values,
    ...ofLists(({ meaning, example }) =>
      Type.Array(Type.String(), { description: `${meaning}, the latest first`, examples: [[example]] }),
    ),
  },
  { title: 'PersonalSettings' },
);
export type Settings = Static<typeof PersonalSettings>;

export const SettingsInput = Type.Object({
  ...values,
  ...ofLists(({ max, length, meaning, example }) => {
    const item = () => Type.String({ minLength: 1, maxLength: length, examples: [example] });
    const items = (description: string) => Type.Optional(Type.Array(item(), { maxItems: max, description }));
    return Type.Optional(
      Type.Object(
        { add: items('Become the first; the last one here is the very first'), remove: items('Taken out') },
        { description: meaning },
      ),
    );
  }),
});
type SettingsChange = Static<typeof SettingsInput>;

/** Live streams carry it to the other devices of the person, which read the settings anew: the log keeps no searches. */
const settingsChanged = eventType({
  name: 'settings.changed',
  meaning: 'you arranged the web app in another way',
  payload: Type.Object({ recipient: Type.Object({ id: Type.String() }) }),
  sentence: () => 'changed settings of the web app',
  isStreamed: true,
});
export const userEvents = [settingsChanged];

export const getSettings = ({ db, actor }: Scope): Promise<Settings> => readSettings(db.reads, actor.userId);

export function changeSettings(scope: Scope, change: SettingsChange): Promise<Settings> {
  return scope.write(async (tx) => {
    const { userId } = scope.actor;
    const now = scope.clock.now();
    await lockUser(tx, userId);
    const before = await readSettings(tx, userId);
    const settings = mergeSettings(before, change);
    const text = JSON.stringify(settings);
    if (text === JSON.stringify(before)) return before;
    await saveSettings(tx, { userId, settings: text, updatedAt: now });
    await recordEvent(tx, settingsChanged, {
      at: now,
      actorId: userId,
      data: { recipient: { id: userId } },
    });
    return settings;
  });
}

/** Names that an older version stored and this one does not know are dropped. */
async function readSettings(queries: Queries, userId: string): Promise<Settings> {
  const stored = JSON.parse((await findSettingsText(queries, { userId })) ?? '{}') as Partial<Settings>;
  const known = Object.keys(values) as (keyof typeof values)[];
  return {
    ...Object.fromEntries(known.flatMap((name) => (name in stored ? [[name, stored[name]]] : []))),
    ...(Object.fromEntries(listNames.map((name) => [name, stored[name] ?? []])) as Pick<Settings, ListName>),
  };
}

export function mergeSettings(before: Settings, change: SettingsChange): Settings {
  const after = { ...before };
  for (const name of Object.keys(values) as (keyof typeof values)[])
    if (change[name] !== undefined) Object.assign(after, { [name]: change[name] });
  for (const name of listNames) {
    const { add = [], remove = [] } = change[name] ?? {};
    const added = [...new Set([...add].reverse())];
    const left = before[name].filter((item) => !added.includes(item) && !remove.includes(item));
    after[name] = [...added, ...left].slice(0, lists[name].max);
  }
  return after;
}
