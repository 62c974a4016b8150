import type { Static } from 'typebox';
import { activityFeeds } from '../events/index.ts';
import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { pageQuery } from '../platform/paging.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import type { Activity } from './list-activity.ts';
import { themes } from './preferences.ts';
import type { Preferences } from './preferences-store.ts';
import { instanceRoles, type User } from './user.ts';

const text = (example: string) => Type.String({ examples: [example] });
/** An https URL, or the path of an uploaded picture, so that the value of a GET can be sent back. Empty clears it. */
const image = () =>
  Type.String({
    pattern: '^(https://[^\\s]+|/api/avatars/[0-9a-f-]+)?$',
    maxLength: 2_000,
    examples: ['https://example.org/ada.png'],
  });

const EmailNotifications = Type.Object(
  {
    ticketAssigned: Type.Boolean(),
    ticketUpdated: Type.Boolean(),
    projectInvites: Type.Boolean(),
    weeklyDigest: Type.Boolean(),
  },
  { title: 'EmailNotifications' },
);

const shownPreferences = {
  theme: choice(themes),
  notifications: Type.Boolean({ examples: [true] }),
  timezone: text('Europe/Vienna'),
};
const ProfilePreferences = Type.Object(shownPreferences, { title: 'ProfilePreferences' });

const ProfileCounts = Type.Object(
  { projects: Type.Number(), tickets: Type.Number(), comments: Type.Number() },
  { title: 'ProfileCounts' },
);
export type ProfileCounts = Static<typeof ProfileCounts>;

export const UserProfile = Type.Object(
  {
    id: id(),
    name: text('Ada Lovelace'),
    firstName: Type.Optional(text('Ada')),
    lastName: Type.Optional(text('Lovelace')),
    email: text('ada@example.org'),
    emailVerified: Type.Boolean({ description: 'False: the person has not opened the link in the e-mail' }),
    image: Type.Optional(text('https://example.org/ada.png')),
    role: choice(instanceRoles),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    preferences: ProfilePreferences,
    counts: Type.Optional(ProfileCounts),
  },
  { title: 'UserProfile' },
);

export const ProfileQuery = Type.Object({
  counts: Type.Optional(Type.Boolean({ description: 'Also count projects, tickets and comments' })),
});

export const ProfileInput = Type.Object({
  name: Type.Optional(trimmed(1, 200, { examples: ['Ada Lovelace'] })),
  firstName: Type.Optional(nullable(trimmed(0, 200, { examples: ['Ada'] }))),
  lastName: Type.Optional(nullable(trimmed(0, 200, { examples: ['Lovelace'] }))),
  image: Type.Optional(nullable(image())),
});

export const UpdatedProfile = Type.Object(
  {
    id: id(),
    name: text('Ada Lovelace'),
    firstName: nullable(text('Ada')),
    lastName: nullable(text('Lovelace')),
    email: text('ada@example.org'),
    image: nullable(text('https://example.org/ada.png')),
    updatedAt: timestamp(),
  },
  { title: 'UpdatedProfile' },
);

export const UserPreferences = Type.Object(
  {
    id: id(),
    userId: id(),
    ...shownPreferences,
    language: text('en'),
    emailNotifications: EmailNotifications,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'UserPreferences' },
);

const mail = () => Type.Optional(nullable(Type.Boolean()));

export const PreferencesInput = Type.Object({
  theme: Type.Optional(nullable(choice(themes))),
  notifications: Type.Optional(nullable(Type.Boolean())),
  timezone: Type.Optional(nullable(Type.String({ maxLength: 100, examples: ['Europe/Vienna'] }))),
  language: Type.Optional(nullable(Type.String({ maxLength: 35, examples: ['en'] }))),
  emailNotifications: Type.Optional(
    nullable(
      Type.Object(
        { ticketAssigned: mail(), ticketUpdated: mail(), projectInvites: mail(), weeklyDigest: mail() },
        { title: 'EmailNotificationsInput' },
      ),
    ),
  ),
});

export const CodeLogins = Type.Object({ logins: Type.Array(text('ada-l')) }, { title: 'CodeLogins' });

export const CodeLoginsInput = Type.Object({
  logins: Type.Array(Type.String({ pattern: '^@?[A-Za-z0-9_][A-Za-z0-9_.-]{0,98}$' }), {
    maxItems: 20,
    description: 'Your logins on code hosts; the list replaces the stored one',
    examples: [['ada-l']],
  }),
});

export const UserActivity = Type.Object(
  {
    id: id(),
    type: choice(activityFeeds),
    action: text('created'),
    entityId: id(),
    entityTitle: text('The invoice shows yesterday’s rate'),
    description: text('Created PAY-12 The invoice shows yesterday’s rate'),
    createdAt: timestamp(),
    metadata: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  },
  { title: 'UserActivity' },
);

export const ActivityQuery = Type.Object({
  ...pageQuery,
  type: Type.Optional(choice(activityFeeds, { description: 'Only activity of this type' })),
});

export const presentProfile = (user: User, preferences: Preferences, counts?: ProfileCounts) =>
  present(UserProfile, user, { preferences: present(ProfilePreferences, preferences), counts });

export const presentUpdatedProfile = (user: User) => present(UpdatedProfile, user);

export const presentPreferences = (preferences: Preferences) =>
  present(UserPreferences, preferences, {
    emailNotifications: present(EmailNotifications, {
      ticketAssigned: preferences.mailTicketAssigned,
      ticketUpdated: preferences.mailTicketUpdated,
      projectInvites: preferences.mailProjectInvites,
      weeklyDigest: preferences.mailWeeklyDigest,
    }),
  });

export const presentActivity = (activity: Activity) => present(UserActivity, activity);
