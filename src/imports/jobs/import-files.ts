import type { Tx } from '../../platform/db/index.ts';
import * as store from './import-store.ts';

/** Returns the files, to be deleted after the commit; what a crash leaves between the two, the sweep of files deletes. */
export async function removeFileRows(tx: Tx, importId: string): Promise<store.ImportFileRow[]> {
  const rows = await store.listImportFiles(tx, [importId]);
  await store.deleteImportFiles(tx, importId);
  return rows;
}
