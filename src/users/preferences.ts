import type { Queries } from '../platform/db/index.ts';
import { invalid } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import {
  findPreferences,
  insertPreferences,
  type MailPreference,
  type Preferences,
  updatePreferencesRow,
} from './preferences-store.ts';
import type { Scope } from './scope.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export interface EmailNotifications {
  ticketAssigned: boolean;
  ticketUpdated: boolean;
  projectInvites: boolean;
  weeklyDigest: boolean;
}

/** Absent keeps; inside `emailNotifications` too. */
export interface PreferenceChanges {
  theme?: Theme | undefined;
  notifications?: boolean | undefined;
  timezone?: string | undefined;
  language?: string | undefined;
  emailNotifications?: Partial<EmailNotifications> | undefined;
}

/** What holds before anybody chose. It is stored with the first change. */
const defaultPreferences = (userId: string, now: number): Preferences => ({
  id: newId(now),
  userId,
  theme: 'system',
  notifications: 1,
  timezone: 'UTC',
  language: 'en',
  mailTicketAssigned: 1,
  mailTicketUpdated: 1,
  mailProjectInvites: 1,
  mailWeeklyDigest: 0,
  createdAt: now,
  updatedAt: now,
});

export async function getPreferences({ db, actor }: Scope): Promise<Preferences> {
  return (await findPreferences(db.reads, actor.userId)) ?? defaultPreferences(actor.userId, 0);
}

/** The zone in which a date without a time is meant. */
export const findTimezone = async (queries: Queries, userId: string) =>
  (await findPreferences(queries, userId))?.timezone ?? 'UTC';

export async function changePreferences(scope: Scope, changes: PreferenceChanges): Promise<Preferences> {
  assertKnown(changes);
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const stored = await findPreferences(tx, scope.actor.userId);
    const before = stored ?? defaultPreferences(scope.actor.userId, now);
    const { theme, notifications, timezone, language, emailNotifications: mail } = changes;
    const after: Preferences = {
      ...before,
      theme: theme ?? before.theme,
      notifications: flag(notifications, before.notifications),
      timezone: timezone ?? before.timezone,
      language: language ?? before.language,
      mailTicketAssigned: flag(mail?.ticketAssigned, before.mailTicketAssigned),
      mailTicketUpdated: flag(mail?.ticketUpdated, before.mailTicketUpdated),
      mailProjectInvites: flag(mail?.projectInvites, before.mailProjectInvites),
      mailWeeklyDigest: flag(mail?.weeklyDigest, before.mailWeeklyDigest),
      updatedAt: Math.max(now, before.updatedAt + 1),
    };
    await (stored ? updatePreferencesRow(tx, after) : insertPreferences(tx, after));
    return after;
  });
}

/** For who follows the link in a mail, signed in or not. */
export async function stopMail(tx: Queries, userId: string, preference: MailPreference, now: number) {
  const stored = await findPreferences(tx, userId);
  const before = stored ?? defaultPreferences(userId, now);
  if (stored?.[preference] === 0) return;
  const after = { ...before, [preference]: 0, updatedAt: Math.max(now, before.updatedAt + 1) };
  await (stored ? updatePreferencesRow(tx, after) : insertPreferences(tx, after));
}

const flag = (given: boolean | undefined, kept: number) => (given === undefined ? kept : Number(given));

function assertKnown({ timezone, language }: PreferenceChanges): void {
  const problems = {
    ...(timezone !== undefined &&
      !isTimezone(timezone) && { timezone: ['Timezone must be an IANA name such as Europe/Vienna'] }),
    ...(language !== undefined &&
      !isLanguage(language) && { language: ['Language must be a language code such as en or pt-BR'] }),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

export function isTimezone(name: string): boolean {
  // Offsets such as +02:00 are no zones: they do not know summer time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}
