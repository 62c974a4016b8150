import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder and those above it, for our user alone. Node's own way never ends where nothing can be made, as in /proc. */
export function makePrivateFolder(folder: string): void {
  if (isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makePrivateFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been quicker.
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
