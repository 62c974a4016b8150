import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
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
  /** Drawn from the key, so that there is nothing to keep beside it. */
  id: string;
  bytes: Buffer;
}

/** Where keys come from: the first seals, all of them open. */
export interface KeySource {
  /** In words, for whoever has to mend it. */
  place: string;
  read(): SecretKey[];
  /** Puts a new key before the others; undefined where keys are given from outside. */
  addKey: (() => void) | undefined;
}

const keyBytes = 32;
const keysKept = 3;

/** Undefined unless it is one or more keys of 32 bytes in base64, separated by commas. */
export function parseSecretKeys(text: string): SecretKey[] | undefined {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseKey);
  return keys.length > 0 && keys.every((key) => key !== undefined) ? keys : undefined;
}

export const keysFromOutside = (keys: SecretKey[], place: string): KeySource => ({
  place,
  read: () => keys,
  addKey: undefined,
});

/** A file that only its owner reads, made when it is first needed. */
export function keysInFile(file: string): KeySource {
  const read = () => {
    const keys = parseSecretKeys(readOrMake(file));
    if (!keys)
      throw new Error(`${file} holds no keys of ${keyBytes} bytes in base64. Restore it from a backup.`);
    return keys;
  };
  return {
    place: file,
    read,
    addKey: () => {
      const lines = [newKey(), ...read().map(({ bytes }) => bytes.toString('base64'))];
      const written = writeAside(file, lines.slice(0, keysKept));
      renameSync(written, file);
    },
  };
}

function readOrMake(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  makePrivateFolder(path.dirname(file));
  const written = writeAside(file, [newKey()]);
  try {
    // Unlike a rename it fails where another process was quicker, whose key then counts.
    linkSync(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(written);
  }
  return readFileSync(file, 'utf8');
}

/** Whole and on the disk before it gets its name: half a key file would lose every secret. */
function writeAside(file: string, lines: string[]): string {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(aside, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(aside, 0o600);
  const descriptor = openSync(aside, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
  return aside;
}

const newKey = () => randomBytes(keyBytes).toString('base64');

function parseKey(text: string): SecretKey | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== keyBytes || !/^[\w+/-]+=*$/.test(text)) return undefined;
  return { id: createHash('sha256').update('docket key id').update(bytes).digest('hex').slice(0, 12), bytes };
}
