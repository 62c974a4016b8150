import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { changeCodeLogins, getCodeLogins } from './code-logins.ts';
import { type ActivityAccess, listActivity } from './list-activity.ts';
import { changeSettings, getSettings, PersonalSettings, SettingsInput } from './personal-settings.ts';
import { changePreferences, getPreferences } from './preferences.ts';
import { changeProfile, getProfile } from './profile.ts';
import {
  ActivityQuery,
  CodeLogins,
  CodeLoginsInput,
  PreferencesInput,
  type ProfileCounts,
  ProfileInput,
  ProfileQuery,
  presentActivity,
  presentPreferences,
  presentProfile,
  presentUpdatedProfile,
  UpdatedProfile,
  UserActivity,
  UserPreferences,
  UserProfile,
} from './user-schemas.ts';

type CountWork = (queries: Queries, userId: string) => Promise<ProfileCounts | undefined>;

export function addRoutes(
  app: FastifyInstance,
  {
    eventCatalogue,
    activityAccess,
    countWork,
  }: { eventCatalogue: readonly EventType[]; activityAccess: ActivityAccess; countWork: CountWork },
): void {
  const router = newRouter(app, { tag: 'User', access: 'signed-in' });
  router.get('/api/user/profile', {
    operationId: 'getProfile',
    summary: 'Get your profile',
    query: ProfileQuery,
    responses: { 200: { description: 'The profile', schema: dataOf(UserProfile) } },
    handle: async ({ scope, query }) => {
      const [user, preferences, counts] = await Promise.all([
        getProfile(scope),
        getPreferences(scope),
        query.counts ? countWork(scope.db.workerReads, scope.actor.userId) : undefined,
      ]);
      return { data: presentProfile(user, preferences, counts) };
    },
  });

  router.put('/api/user/profile', {
    operationId: 'updateProfile',
    summary: 'Change your profile',
    body: ProfileInput,
    responses: { 200: { description: 'The updated profile', schema: dataOf(UpdatedProfile) } },
    handle: async ({ scope, body }) => ({ data: presentUpdatedProfile(await changeProfile(scope, body)) }),
  });

  router.get('/api/user/preferences', {
    operationId: 'getPreferences',
    summary: 'Get your preferences',
    responses: { 200: { description: 'The preferences', schema: dataOf(UserPreferences) } },
    handle: async ({ scope }) => ({ data: presentPreferences(await getPreferences(scope)) }),
  });

  router.put('/api/user/preferences', {
    operationId: 'updatePreferences',
    summary: 'Change your preferences',
    description:
      'Absent fields keep their value, and null restores the default, inside `emailNotifications` too.',
    body: PreferencesInput,
    responses: { 200: { description: 'The updated preferences', schema: dataOf(UserPreferences) } },
    handle: async ({ scope, body }) => ({ data: presentPreferences(await changePreferences(scope, body)) }),
  });

  router.get('/api/user/settings', {
    operationId: 'getSettings',
    summary: 'Get how you arranged the web app',
    responses: { 200: { description: 'The settings', schema: dataOf(PersonalSettings) } },
    handle: async ({ scope }) => ({ data: await getSettings(scope) }),
  });

  router.put('/api/user/settings', {
    operationId: 'updateSettings',
    summary: 'Change how the web app is arranged for you',
    description:
      'Absent fields keep their value. Lists are changed by what is added and removed, so that two devices do not overwrite each other.',
    body: SettingsInput,
    responses: { 200: { description: 'The updated settings', schema: dataOf(PersonalSettings) } },
    handle: async ({ scope, body }) => ({ data: await changeSettings(scope, body) }),
  });

  router.get('/api/user/code-logins', {
    operationId: 'getCodeLogins',
    summary: 'Get your logins on code hosts',
    responses: { 200: { description: 'The logins', schema: dataOf(CodeLogins) } },
    handle: async ({ scope }) => ({ data: { logins: await getCodeLogins(scope) } }),
  });

  router.put('/api/user/code-logins', {
    operationId: 'updateCodeLogins',
    summary: 'Set your logins on code hosts',
    description: 'Commits and reviews with these logins, or with your e-mail address, count as yours.',
    body: CodeLoginsInput,
    responses: { 200: { description: 'The updated logins', schema: dataOf(CodeLogins) } },
    handle: async ({ scope, body }) => ({ data: { logins: await changeCodeLogins(scope, body.logins) } }),
  });

  router.list('/api/user/activity', {
    operationId: 'listActivity',
    summary: 'List your activity, newest first',
    query: ActivityQuery,
    response: { description: 'A page of your activity', item: UserActivity, present: presentActivity },
    list: ({ scope, query }, page) => listActivity(scope, eventCatalogue, activityAccess, query.type, page),
  });
}
