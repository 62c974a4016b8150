import { recordAdminRead, recordAudit } from '../audit/index.ts';
import { assertMayAdminister, assertMaySeeInstance } from '../auth/index.ts';
import {
  findStoredSettings,
  type InstanceSettings,
  mergeSettings,
  type SettingsSource,
  type StoredSettings,
  saveSettings,
} from '../instance-settings/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { conflict } from '../platform/errors.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Scope } from '../users/index.ts';
import { recordSettingsChange } from './instance-settings-events.ts';

/** The settings that apply, and where each comes from. */
export interface ShownSettings extends InstanceSettings {
  setBy: Record<keyof InstanceSettings, SettingOrigin>;
  /** 0: nobody has set anything in the app. */
  version: number;
  updated: Pick<StoredSettings, 'updatedAt' | 'updatedById' | 'updatedByName'> | null;
}

export const settingOrigins = ['environment', 'app', 'default'] as const;
type SettingOrigin = (typeof settingOrigins)[number];

/** Null goes back to the default. */
export interface SettingsChanges {
  name?: string | null | undefined;
  signUp?: InstanceSettings['signUp'] | null | undefined;
}

export const settingVariables = { name: 'INSTANCE_NAME', signUp: 'SIGN_UP' } as const;
const settingNames = Object.keys(settingVariables) as (keyof InstanceSettings)[];

export async function getInstanceSettings(scope: Scope, source: SettingsSource): Promise<ShownSettings> {
  assertMaySeeInstance(scope.actor);
  await recordAdminRead(scope, 'instance.read');
  return readShown(scope.db.reads, source);
}

/** Applies at once in every process. Unchanged values write nothing. */
export async function changeInstanceSettings(
  scope: Scope,
  source: SettingsSource,
  changes: SettingsChanges,
): Promise<ShownSettings> {
  const { actor, clock } = scope;
  assertMayAdminister(actor);
  const changed = settingNames.filter((name) => changes[name] !== undefined);
  for (const name of changed)
    if (source.fixed[name] !== undefined)
      throw conflict(
        `${settingVariables[name]} is set in the environment of the server, so it cannot be changed here. Remove the variable and start Docket again.`,
      );
  return scope.write(async (tx) => {
    await tx.advisoryLock('instance settings');
    const stored = await findStoredSettings(tx);
    const version = stored?.version ?? 0;
    assertFresh(scope.acceptedVersions, version);
    const next = {
      name: changes.name === undefined ? (stored?.name ?? null) : changes.name,
      signUp: changes.signUp === undefined ? (stored?.signUp ?? null) : changes.signUp,
    };
    if (next.name === (stored?.name ?? null) && next.signUp === (stored?.signUp ?? null))
      return readShown(tx, source);
    const now = clock.now();
    await saveSettings(tx, { ...next, version: version + 1, updatedAt: now, updatedBy: actor.userId });
    const [before, after] = [mergeSettings(source, stored), mergeSettings(source, next)];
    const details = Object.fromEntries(
      settingNames
        .filter((name) => before[name] !== after[name])
        .flatMap((name) => [
          [`${name}From`, before[name]],
          [`${name}To`, after[name]],
        ]),
    );
    await recordAudit(
      tx,
      scope,
      'instance.settings_changed',
      { kind: 'instance', id: 'instance', name: after.name },
      details,
    );
    await recordSettingsChange(tx, after, actor.userId, now);
    return readShown(tx, source);
  });
}

async function readShown(queries: Queries, source: SettingsSource): Promise<ShownSettings> {
  const stored = await findStoredSettings(queries);
  const origin = (name: keyof InstanceSettings): SettingOrigin =>
    source.fixed[name] !== undefined ? 'environment' : (stored?.[name] ?? null) === null ? 'default' : 'app';
  return {
    ...mergeSettings(source, stored),
    setBy: { name: origin('name'), signUp: origin('signUp') },
    version: stored?.version ?? 0,
    updated: stored
      ? {
          updatedAt: stored.updatedAt,
          updatedById: stored.updatedById,
          updatedByName: stored.updatedByName,
        }
      : null,
  };
}
