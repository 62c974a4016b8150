import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';

export interface SecretKey {
  /** Derived from the key, so it need not be stored. */
  id: string;
  bytes: Buffer;
}

/** Provides the keys: the first one seals, all of them open. */
export interface KeySource {
  /** The file or variable, for messages to the operator. */
  location: string;
  read(): SecretKey[];
  /** False if the file was not made yet; `read` would make it. */
  exists(): boolean;
  /** Adds a new key before the others; undefined if the keys come from a setting. */
  addKey: (() => void) | undefined;
  /** Puts the keys of a backup before its own; undefined if the keys come from a setting. */
  adopt: ((keys: SecretKey[]) => void) | undefined;
}

const keyBytes = 32;
const keysKept = 3;

/** Parses one or more keys of 32 bytes in base64, separated by commas; undefined if the text is anything else. */
export function parseSecretKeys(text: string): SecretKey[] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseKey);
  return keys.length > 0 && keys.every((key) => key !== undefined) ? keys : undefined;
}

export const keysFromSetting = (keys: SecretKey[], variable: string): KeySource => ({
  location: variable,
  read: () => keys,
  exists: () => true,
  addKey: undefined,
  adopt: undefined,
});

/** Writes keys in the form that `parseSecretKeys` reads. */
export const formatSecretKeys = (keys: SecretKey[]) =>
  `${keys.map(({ bytes }) => bytes.toString('base64')).join('\n')}\n`;

/** Keys in a file that only its owner can read. It is created on first use. */
export function keysInFile(file: string): KeySource {
  const read = () => {
    const keys = parseSecretKeys(readOrCreate(file));
    if (!keys)
      throw new Error(
        `${file} does not contain keys of ${keyBytes} bytes in base64. Restore it from a backup.`,
      );
    return keys;
  };
  return {
    location: file,
    read,
    exists: () => existsSync(file),
    addKey: () => {
      const lines = [newKey(), ...read().map(({ bytes }) => bytes.toString('base64'))];
      const written = writeTemporary(file, `${lines.slice(0, keysKept).join('\n')}\n`);
      renameSync(written, file);
    },
    adopt: (keys) => {
      makePrivateFolder(path.dirname(file));
      const own = existsSync(file) ? read() : [];
      const others = own.filter(({ id }) => !keys.some((key) => key.id === id));
      renameSync(writeTemporary(file, formatSecretKeys([...keys, ...others])), file);
    },
  };
}

function readOrCreate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  makePrivateFolder(path.dirname(file));
  const written = writeTemporary(file, `${newKey()}\n`);
  try {
    // Unlike a rename, a link fails if another process has created the file; then the key of that process is used.
    linkSync(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(written);
  }
  return readFileSync(file, 'utf8');
}

/** Writes and syncs the file under a temporary name: with half a key file, every secret would be lost. */
function writeTemporary(file: string, text: string): string {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  chmodSync(temporary, 0o600);
  const descriptor = openSync(temporary, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
  return temporary;
}

const newKey = () => randomBytes(keyBytes).toString('base64');

function parseKey(text: string): SecretKey | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== keyBytes || !/^[\w+/-]+=*$/.test(text)) return undefined;
  return { id: createHash('sha256').update('docket key id').update(bytes).digest('hex').slice(0, 12), bytes };
}
