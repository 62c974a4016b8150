import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClientContext } from '../client-context.ts';
import { credentialsFile } from '../credentials.ts';

/** The file with the key of an agent, beside the keys of `docket login`. */
export const agentKeyFile = (context: ClientContext, agentId: string) =>
  path.join(path.dirname(credentialsFile(context)), 'agents', `${agentId}.key`);

/** Readable by the user alone from its first byte, and renamed into place. */
export async function writeAgentKey(file: string, key: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  await rm(temporary, { force: true });
  await writeFile(temporary, `${key}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}

/** The stored key of the agent; undefined without one. */
export const findAgentKey = async (file: string): Promise<string | undefined> =>
  (await readFile(file, 'utf8').catch(() => '')).trim() || undefined;
