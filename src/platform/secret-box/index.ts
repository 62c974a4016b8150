export { resealAll, type SecretHolder } from './reseal.ts';
export { newSecretBox, type SecretBox, SecretUnavailable } from './secret-box.ts';
export {
  type KeySource,
  keysFromSetting,
  keysInFile,
  parseSecretKeys,
  type SecretKey,
} from './secret-keys.ts';
