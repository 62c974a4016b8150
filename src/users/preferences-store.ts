import { type Queries, sql, statement } from '../platform/db/index.ts';

/** Flags are 0 or 1. */
export interface Preferences {
  id: string;
  userId: string;
  theme: 'light' | 'dark' | 'system';
  notifications: number;
  timezone: string;
  language: string;
  mailTicketAssigned: number;
  mailTicketUpdated: number;
  mailProjectInvites: number;
  mailWeeklyDigest: number;
  createdAt: number;
  updatedAt: number;
}

/** The columns that turn each kind of mail on or off. */
export type MailPreference = Extract<keyof Preferences, `mail${string}`>;

/** A user with notifications turned on, and the kinds of mail they receive. */
export type NotifiableUser = { name: string; email: string } & Pick<Preferences, 'userId' | MailPreference>;

export const findPreferences = sql.find<{ userId: string }, Preferences>(`
  select id, user_id as "userId", theme, notifications, timezone, language,
    mail_ticket_assigned as "mailTicketAssigned", mail_ticket_updated as "mailTicketUpdated",
    mail_project_invites as "mailProjectInvites", mail_weekly_digest as "mailWeeklyDigest",
    created_at as "createdAt", updated_at as "updatedAt"
  from preferences where user_id = :userId`);

// An address that is not verified gets no mail: it may belong to somebody else.
// A user who never changed a preference has no row; `coalesce` gives the defaults.
const notifiable = statement<{ ids: string[] }, NotifiableUser>(`
  select u.id as "userId", u.name, u.email, u.email_verified * coalesce(p.mail_ticket_assigned, 1) as "mailTicketAssigned",
    u.email_verified * coalesce(p.mail_ticket_updated, 1) as "mailTicketUpdated",
    u.email_verified * coalesce(p.mail_project_invites, 1) as "mailProjectInvites",
    u.email_verified * coalesce(p.mail_weekly_digest, 0) as "mailWeeklyDigest"
  from users u left join preferences p on p.user_id = u.id
  where u.id in :ids[] and u.active = 1 and u.agent_owner_id is null and coalesce(p.notifications, 1) = 1`);
export const listNotifiableUsers = async (queries: Queries, ids: string[]) =>
  ids.length === 0 ? [] : queries.list(notifiable, { ids });
export const insertPreferences = sql.run<Preferences>(`
  insert into preferences (id, user_id, theme, notifications, timezone, language, mail_ticket_assigned,
    mail_ticket_updated, mail_project_invites, mail_weekly_digest, created_at, updated_at)
  values (:id, :userId, :theme, :notifications, :timezone, :language, :mailTicketAssigned,
    :mailTicketUpdated, :mailProjectInvites, :mailWeeklyDigest, :createdAt, :updatedAt)`);
export const updatePreferencesRow = sql.run<Preferences>(`
  update preferences set theme = :theme, notifications = :notifications, timezone = :timezone, language = :language,
    mail_ticket_assigned = :mailTicketAssigned, mail_ticket_updated = :mailTicketUpdated,
    mail_project_invites = :mailProjectInvites, mail_weekly_digest = :mailWeeklyDigest, updated_at = :updatedAt
  where user_id = :userId`);
