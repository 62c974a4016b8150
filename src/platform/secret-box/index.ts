export { resealAll, type SecretHolder } from './reseal.ts';
export { newSecretBox, SecretUnavailable } from './secret-box.ts';
export {
  type KeySource,
  keysFromOutside,
  keysInFile,
  parseSecretKeys,
  type SecretKey,
} from './secret-keys.ts';
