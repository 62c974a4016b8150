export {
  type InstanceSettings,
  instanceNameMax,
  mergeSettings,
  readInstanceSettings,
  type SettingsSource,
} from './instance-settings.ts';
export { findStoredSettings, type StoredSettings, saveSettings } from './instance-settings-store.ts';
export { type SignUpMode, signUpModes } from './sign-up-modes.ts';
