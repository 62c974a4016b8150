import type { FastifyInstance } from 'fastify';
import { assertMayAdminister } from '../auth/index.ts';
import { instanceNameMax, type SettingsSource, signUpModes } from '../instance-settings/index.ts';
import { choice, id, nullable, timestamp } from '../platform/field-schemas.ts';
import { dataOf, newRouter, presentVersioned } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import {
  changeInstanceSettings,
  getInstanceSettings,
  type ShownSettings,
  settingOrigins,
  settingVariables,
} from './change-instance-settings.ts';

const origin = () =>
  choice(settingOrigins, {
    description:
      '`environment`: an environment variable sets it, and it cannot be changed here; `app`: an administrator set it; `default`: nobody did',
  });

const Settings = Type.Object(
  {
    name: Type.String({ description: 'The name of this installation', examples: ['Acme Tickets'] }),
    signUp: choice(signUpModes, { description: 'Who may create an account', examples: ['invite'] }),
    version: Type.Integer({ description: 'For If-Match', minimum: 0, examples: [3] }),
    setBy: Type.Object({ name: origin(), signUp: origin() }),
    variables: Type.Object(
      { name: Type.String({ examples: ['INSTANCE_NAME'] }), signUp: Type.String({ examples: ['SIGN_UP'] }) },
      { description: 'The environment variable of each setting' },
    ),
    updatedAt: Type.Optional(timestamp()),
    updatedBy: Type.Optional(
      Type.Object(
        { id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) },
        { description: 'Who changed a setting last' },
      ),
    ),
  },
  { title: 'InstanceSettings' },
);

const SettingsInput = Type.Object({
  name: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: instanceNameMax,
        'x-trimmed': true,
        pattern: '^[^\\p{Cc}]*$',
        description: 'The name of this installation; null: the default',
        examples: ['Acme Tickets'],
      }),
    ),
  ),
  signUp: Type.Optional(
    nullable(
      choice(signUpModes, {
        description: 'Who may create an account; null: the default',
        examples: ['open'],
      }),
    ),
  ),
});

const presentSettings = ({ name, signUp, version, setBy, updated }: ShownSettings) => ({
  name,
  signUp,
  version,
  setBy,
  variables: settingVariables,
  ...(updated && {
    updatedAt: toIso(updated.updatedAt),
    ...(updated.updatedById !== null && {
      updatedBy: { id: updated.updatedById, name: updated.updatedByName ?? '' },
    }),
  }),
});

export function addInstanceSettingsRoutes(
  app: FastifyInstance,
  { instanceSettings: source }: { instanceSettings: SettingsSource },
): void {
  const router = newRouter(app, { tag: 'Instance', access: 'signed-in' });
  const responses = { 200: { description: 'The settings', schema: dataOf(Settings) } };

  router.get('/api/instance/settings', {
    operationId: 'getInstanceSettings',
    summary: 'Get the settings of the installation and where they come from, for administrators',
    versioned: true,
    responses,
    handle: async ({ scope }, reply) =>
      presentVersioned(reply, await getInstanceSettings(scope, source), presentSettings),
  });

  router.put('/api/instance/settings', {
    operationId: 'updateInstanceSettings',
    summary: 'Change the name of the installation or who may sign up, for administrators',
    description:
      'Applies at once in every process. 409 for a setting that an environment variable sets. Absent fields stay as they are.',
    versioned: true,
    body: SettingsInput,
    authorizeFirst: async ({ scope }) => assertMayAdminister(scope.actor),
    responses,
    handle: async ({ scope, body }, reply) =>
      presentVersioned(reply, await changeInstanceSettings(scope, source, body), presentSettings),
  });
}
