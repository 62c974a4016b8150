import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Creates a folder and its parents with mode 0700. Node's `recursive` option loops forever where it may not create anything, as in /proc. */
export function makePrivateFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makePrivateFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory();
  } catch {
    return false;
  }
}
