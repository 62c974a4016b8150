import { eventType, recordEvent } from '../events/index.ts';
import { type InstanceSettings, signUpModes } from '../instance-settings/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { choice } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';

const settingsChanged = eventType({
  name: 'instance.settings_changed',
  meaning: 'an administrator changed the name of the installation or who may sign up',
  payload: Type.Object({
    settings: Type.Object({
      name: Type.String({ examples: ['Acme Tickets'] }),
      signUp: choice(signUpModes, { examples: ['invite'] }),
    }),
  }),
  sentence: () => 'changed the settings of the installation',
});

export const instanceEvents = [settingsChanged];

export const recordSettingsChange = (tx: Tx, settings: InstanceSettings, actorId: string, at: number) =>
  recordEvent(tx, settingsChanged, { at, actorId, data: { settings } });
