import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listNewestFiles } from '../../attachments/index.ts';
import { openConfiguredStorage } from '../../composition/configured-storage.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { type Check, type Finding, fail, ok } from './check.ts';

const filesLookedFor = 20;

export const checkStorage: Check = {
  name: 'storage',
  run: async ({ config, clock, database }) => {
    const storage = openConfiguredStorage(config, clock);
    const isNew = 'folder' in config.storage && !existsSync(config.storage.folder);
    const probed = isNew
      ? ok(`${storage.location} does not exist yet; the first file creates it`)
      : await probe(storage);
    const { schema, inspection } = database ?? {};
    if (probed.verdict === 'fail' || !inspection || schema?.refusal || schema?.pending.length !== 0)
      return [probed];
    return [
      probed,
      ...(await findMissing(storage, await listNewestFiles(inspection.reads, { limit: filesLookedFor }))),
    ];
  },
};

async function probe(storage: Storage): Promise<Finding> {
  const { location } = storage;
  const content = Buffer.from('docket doctor');
  try {
    const { key } = await storage.put(Readable.from([content]));
    try {
      const stored = await storage.open(key);
      const isSame = stored !== undefined && (await buffer(stored)).equals(content);
      if (!isSame) return fail(`A file in ${location} was not read as it was written`, 'Check the storage.');
    } finally {
      await storage.delete(key);
    }
    // The sweep of unreferenced files needs to list the storage.
    for await (const _ of storage.list()) break;
    return ok(`A file was stored in ${location}, read and deleted`);
  } catch (error) {
    return fail(
      `A file cannot be stored in ${location}: ${(error as Error).message}`,
      'Uploads and downloads fail until this is corrected.',
    );
  }
}

async function findMissing(storage: Storage, files: { key: string }[]): Promise<Finding[]> {
  let missing = 0;
  for (const { key } of files) if ((await storage.findBytes(key)) === undefined) missing++;
  if (files.length === 0) return [];
  const looked = `the ${files.length} newest attached files`;
  if (missing === 0) return [ok(`All of ${looked} are there`)];
  return [
    fail(
      `${missing} of ${looked} are not in ${storage.location}`,
      'If STORAGE_URL or DATA_DIR was changed, set it back and run: docket storage move. Else restore the files from a backup.',
    ),
  ];
}
