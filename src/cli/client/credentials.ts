import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ClientContext } from './client-context.ts';
import { CannotReadCredentials } from './client-errors.ts';

interface StoredKey {
  apiKey: string;
  /** The id of a key that `docket login` created and `docket logout` deletes. */
  keyId?: string;
  email: string;
}

/** What `docket login` stores. */
export interface Credentials {
  /** The server that commands use. */
  current?: string;
  /** By address, so that a key is only sent to the server that it is for. */
  servers: Record<string, StoredKey>;
}

/** `docket/credentials.json` in the folder for settings: XDG_CONFIG_HOME, else ~/.config. */
export function credentialsFile({ environment }: ClientContext): string {
  const { XDG_CONFIG_HOME, HOME } = environment;
  const folder =
    XDG_CONFIG_HOME && path.isAbsolute(XDG_CONFIG_HOME)
      ? XDG_CONFIG_HOME
      : path.join(HOME || homedir(), '.config');
  return path.join(folder, 'docket', 'credentials.json');
}

export async function readCredentials(context: ClientContext): Promise<Credentials> {
  const file = credentialsFile(context);
  try {
    const { mode } = await stat(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new CannotReadCredentials(
        `Others may read ${file}, which has your API keys. Run: chmod 600 ${file}`,
      );
    const { current, servers } = JSON.parse(await readFile(file, 'utf8')) as Credentials;
    return { ...(typeof current === 'string' && { current }), servers: { ...servers } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {} };
    if (error instanceof CannotReadCredentials) throw error;
    throw new CannotReadCredentials(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Readable by the user alone from its first byte, and renamed into place, so that it is never half written. */
export async function writeCredentials(context: ClientContext, credentials: Credentials): Promise<void> {
  const file = credentialsFile(context);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}
