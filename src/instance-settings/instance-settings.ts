import type { Queries } from '../platform/db/index.ts';
import { findStoredSettings, type StoredSettings } from './instance-settings-store.ts';
import type { SignUpMode } from './sign-up-modes.ts';

/** What an administrator can set in the app. */
export interface InstanceSettings {
  /** The name of this installation. */
  name: string;
  /** Who may create an account. */
  signUp: SignUpMode;
}

/** What applies besides the database. */
export interface SettingsSource {
  /** From the environment; it takes precedence over the database. */
  fixed: Partial<InstanceSettings>;
  /** Where neither says anything. */
  fallback: InstanceSettings;
}

export const instanceNameMax = 100;

/**
 * The settings that apply now. They are read from the database each time they are needed, which is at sign-ups, sign-ins and
 * starts of a client, so a change applies at once in every process and nothing is cached.
 */
export async function readInstanceSettings(
  queries: Queries,
  source: SettingsSource,
): Promise<InstanceSettings> {
  const { fixed } = source;
  if (fixed.name !== undefined && fixed.signUp !== undefined)
    return { name: fixed.name, signUp: fixed.signUp };
  return mergeSettings(source, await findStoredSettings(queries));
}

export const mergeSettings = (
  { fixed, fallback }: SettingsSource,
  stored: Pick<StoredSettings, 'name' | 'signUp'> | undefined,
): InstanceSettings => ({
  name: fixed.name ?? stored?.name ?? fallback.name,
  signUp: fixed.signUp ?? stored?.signUp ?? fallback.signUp,
});
