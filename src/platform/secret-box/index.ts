export { resealAll } from './reseal.ts';
export { type SealedColumn, sealedColumn } from './sealed-column.ts';
export { newSecretBox, type SecretBox, SecretUnavailable } from './secret-box.ts';
export {
  formatSecretKeys,
  type KeySource,
  keysFromSetting,
  keysInFile,
  parseSecretKeys,
  type SecretKey,
} from './secret-keys.ts';
