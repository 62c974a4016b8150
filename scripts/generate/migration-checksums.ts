import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * One line for each file of `migrations/`. A migration must not change once it is released: databases that have applied it
 * would differ from new ones. So lines are only added here; whoever wants to change one has to remove it by hand.
 */
export function addChecksums(known: string, folder: string): string {
  const listed = new Map(
    known
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('  ').reverse() as [file: string, checksum: string]),
  );
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  for (const file of listed.keys()) {
    if (!files.includes(file)) throw changed(file, 'is missing');
  }
  const lines = files.sort().map((file) => {
    const checksum = hash('sha256', readFileSync(path.join(folder, file)), 'hex');
    if ((listed.get(file) ?? checksum) !== checksum) throw changed(file, 'has changed');
    return `${checksum}  ${file}\n`;
  });
  return lines.join('');
}

const changed = (file: string, what: string) =>
  new Error(
    `migrations/${file} ${what}, but databases may have applied it. Restore it and add a new migration. ` +
      'If it was never released, remove its line from migrations/checksums.txt.',
  );
