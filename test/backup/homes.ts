import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBackup, findArchive, openSink, restoreBackup } from '../../src/backup/index.ts';
import { type Config, readConfig } from '../../src/config/index.ts';
import { openDatabaseSource } from '../../src/platform/db/index.ts';
import { openStorage, type Storage } from '../../src/platform/storage/index.ts';
import { closeAtEnd } from '../support/close-at-end.ts';
import { type EngineName, newDatabase } from '../support/engines.ts';

export const folder = mkdtempSync(path.join(tmpdir(), 'docket-backup-'));
closeAtEnd(async () => rmSync(folder, { recursive: true }));

export const clock = { now: () => Date.parse('2026-11-16T03:00:00Z'), steadyNow: () => 0 };

/** An instance as backups see it. */
export interface Home {
  config: Config;
  storage: Storage;
}

/** An instance with an empty database. */
export async function newHome(engine: EngineName, settings: Record<string, string> = {}) {
  const { address, remove } = await newDatabase(engine);
  const dataFolder = mkdtempSync(path.join(folder, 'home-'));
  const config = { ...readConfig({ DATA_DIR: dataFolder, ...settings }), database: address };
  return { config, storage: openStorage(config.storage, config.s3, clock), remove };
}

export async function backUp({ config, storage }: Home): Promise<string> {
  const source = await openDatabaseSource(config.database);
  const place = `${mkdtempSync(path.join(folder, 'out-'))}/`;
  const input = { source, storage, keys: config.secretKeys, docketVersion: '1.0', createdAt: clock.now() };
  const { location } = await createBackup(input, await openSink(place, clock.now(), config.s3));
  await source.close();
  return location;
}

export const restore = async (file: string, { config, storage }: Home, isReplaced = false) =>
  restoreBackup(await findArchive(file, config.s3), {
    database: config.database,
    storage,
    keys: config.secretKeys,
    isReplaced,
  });
