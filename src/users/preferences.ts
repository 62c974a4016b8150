import type { Queries, Tx } from '../platform/db/index.ts';
import { assertValid } from '../platform/errors.ts';
import type { MailPreference, Preferences } from './preferences-store.ts';
import * as store from './preferences-store.ts';
import type { Scope } from './scope.ts';
import { findUserById, lockUser } from './user-store.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export interface EmailNotifications {
  ticketAssigned: boolean;
  ticketUpdated: boolean;
  projectInvites: boolean;
  weeklyDigest: boolean;
}

/** An absent field keeps its value, null restores the default; inside `emailNotifications` too. */
export interface PreferenceChanges {
  theme?: Theme | null | undefined;
  notifications?: boolean | null | undefined;
  timezone?: string | null | undefined;
  language?: string | null | undefined;
  emailNotifications?: MailChanges | null | undefined;
}
type MailChanges = { [Name in keyof EmailNotifications]?: boolean | null | undefined };

/** The defaults; a row is stored with the first change. */
const defaultPreferences = (userId: string, since: number): Preferences => ({
  // The id of the user, so that the id is the same before and after the first change.
  id: userId,
  userId,
  theme: 'system',
  notifications: 1,
  timezone: 'UTC',
  language: 'en',
  mailTicketAssigned: 1,
  mailTicketUpdated: 1,
  mailProjectInvites: 1,
  mailWeeklyDigest: 0,
  createdAt: since,
  updatedAt: since,
});

export async function getPreferences({ db, actor }: Scope): Promise<Preferences> {
  const stored = await store.findPreferences(db.reads, { userId: actor.userId });
  if (stored) return stored;
  return defaultPreferences(
    actor.userId,
    (await findUserById(db.reads, { id: actor.userId }))?.createdAt ?? 0,
  );
}

/** The time zone in which a date without a time is read. */
export const findTimezone = async (queries: Queries, userId: string) =>
  (await store.findPreferences(queries, { userId }))?.timezone ?? 'UTC';

export async function changePreferences(scope: Scope, changes: PreferenceChanges): Promise<Preferences> {
  assertKnownNames(changes);
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    await lockUser(tx, scope.actor.userId);
    const stored = await store.findPreferences(tx, { userId: scope.actor.userId });
    const before = stored ?? defaultPreferences(scope.actor.userId, now);
    const { theme, notifications, timezone, language } = changes;
    const mail = changes.emailNotifications === null ? mailDefaults : changes.emailNotifications;
    const initial = defaultPreferences(scope.actor.userId, now);
    const after: Preferences = {
      ...before,
      theme: chosen(theme, before.theme, initial.theme),
      notifications: flag(notifications, before.notifications, initial.notifications),
      timezone: chosen(timezone, before.timezone, initial.timezone),
      language: chosen(language, before.language, initial.language),
      mailTicketAssigned: flag(mail?.ticketAssigned, before.mailTicketAssigned, initial.mailTicketAssigned),
      mailTicketUpdated: flag(mail?.ticketUpdated, before.mailTicketUpdated, initial.mailTicketUpdated),
      mailProjectInvites: flag(mail?.projectInvites, before.mailProjectInvites, initial.mailProjectInvites),
      mailWeeklyDigest: flag(mail?.weeklyDigest, before.mailWeeklyDigest, initial.mailWeeklyDigest),
      updatedAt: Math.max(now, before.updatedAt + 1),
    };
    await (stored ? store.updatePreferencesRow(tx, after) : store.insertPreferences(tx, after));
    return after;
  });
}

/** Turns off one kind of mail, for the unsubscribe link; the person need not be signed in. */
export async function turnOffMail(tx: Tx, userId: string, preference: MailPreference, now: number) {
  await lockUser(tx, userId);
  const stored = await store.findPreferences(tx, { userId });
  const before = stored ?? defaultPreferences(userId, now);
  if (stored?.[preference] === 0) return;
  const after = { ...before, [preference]: 0, updatedAt: Math.max(now, before.updatedAt + 1) };
  await (stored ? store.updatePreferencesRow(tx, after) : store.insertPreferences(tx, after));
}

const mailDefaults: MailChanges = {
  ticketAssigned: null,
  ticketUpdated: null,
  projectInvites: null,
  weeklyDigest: null,
};

const chosen = <T>(input: T | null | undefined, kept: T, initial: T) =>
  input === undefined ? kept : (input ?? initial);

const flag = (input: boolean | null | undefined, kept: number, initial: number) =>
  chosen(typeof input === 'boolean' ? Number(input) : input, kept, initial);

function assertKnownNames({ timezone, language }: PreferenceChanges): void {
  const problems = {
    ...(typeof timezone === 'string' &&
      !isTimezone(timezone) && { timezone: ['Timezone must be an IANA name such as Europe/Vienna'] }),
    ...(typeof language === 'string' &&
      !isLanguage(language) && { language: ['Language must be a language code such as en or pt-BR'] }),
  };
  assertValid(problems);
}

export function isTimezone(name: string): boolean {
  // Intl accepts offsets such as +02:00, but an offset has no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

// Made at the first use: loading the names at the start of the process took 7 % of its time.
let knownNames: Intl.DisplayNames | undefined;
const languageNames = () =>
  (knownNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }));

/**
 * Two-letter codes must be known to Intl. Three-letter codes pass, because Intl does not know all of them; longer
 * ones do not.
 */
function isLanguage(code: string): boolean {
  try {
    const { language } = new Intl.Locale(code);
    return language.length === 2 ? languageNames().of(language) !== undefined : language.length === 3;
  } catch {
    return false;
  }
}
