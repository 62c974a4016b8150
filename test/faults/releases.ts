import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newestStep } from '../../src/platform/db/migration/migration-files.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The release before 1.0.0, with schema 71. It names no schema step and does not notice a newer one. */
const formerCommit = '5963b1f7';

export interface Release {
  /** Its `bin/docket.js`. */
  program: string;
  remove(): void;
}

/** A history that was fetched without depth has no former release. */
export const hasFormerRelease =
  spawnSync('git', ['cat-file', '-e', `${formerCommit}^{commit}`], { cwd: root }).status === 0;

export const formerRelease = () => unpack(`git archive ${formerCommit}`);

/** What a migration of the next release says and does. By default it changes two tables, one after the other. */
export interface NextMigration {
  compatible: 'no' | `since ${string}`;
  sql?: string;
}

const changesTwoTables =
  'alter table projects add column next text;\nalter table tickets add column next text;\n';

/** This release with one more migration. */
export function nextRelease({ compatible, sql = changesTwoTables }: NextMigration): Release {
  const release = unpack(
    'git ls-files -z -- bin src packages migrations package.json sdk skills openapi | tar c --null -T -',
  );
  const step = String(newestStep('sqlite') + 1).padStart(4, '0');
  writeFileSync(
    path.join(path.dirname(release.program), `../migrations/${step}-next.sql`),
    `-- compatible: ${compatible}\n${sql}`,
  );
  return release;
}

function unpack(archive: string): Release {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-release-'));
  execFileSync('sh', ['-c', `${archive} | tar x -C "${folder}"`], { cwd: root });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    program: path.join(folder, 'bin/docket.js'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
