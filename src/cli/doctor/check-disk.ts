import { accessSync, constants, existsSync, lstatSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Check, type Finding, fail, formatBytes, ok, warn } from './check.ts';
import { findDeletedOpenFiles } from './find-deleted-files.ts';

const failBelowBytes = 200e6;
const warnBelowBytes = 2e9;
const warnBelowShare = 0.05;

/** Write-ahead logs need locks that these do not keep: NFS, SMB, CIFS, FUSE. */
const networkFileSystems = new Map([
  [0x69_69, 'NFS'],
  [0x51_7b, 'SMB'],
  [0xff_53_4d_42, 'CIFS'],
  [0xfe_53_4d_42, 'SMB2'],
  [0x65_73_55_46, 'FUSE'],
]);

export const checkDataFolder: Check = {
  name: 'data folder',
  run: async ({ config }) => {
    const folder = path.resolve(config.DATA_DIR);
    if (!existsSync(folder)) return [ok(`${folder} does not exist yet; the first start creates it`)];
    try {
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch {
      return [
        fail(`This user may not read and write ${folder}`, 'Run doctor and Docket as the user that owns it.'),
      ];
    }
    const { mode } = statSync(folder);
    if ((mode & 0o077) !== 0)
      return [warn(`Other users of this machine may look into ${folder}`, `Run: chmod 700 ${folder}`)];
    return [ok(`${folder} belongs to Docket alone`)];
  },
};

export const checkDiskSpace: Check = {
  name: 'disk space',
  run: async ({ config }) => {
    const data = nearestFolder(path.resolve(config.DATA_DIR));
    const places = [config.storage, ...(config.BACKUP_EVERY === undefined ? [] : [config.backupPlace])];
    const others = places.flatMap((place) => ('folder' in place ? [nearestFolder(place.folder)] : []));
    const disks = new Map([data, ...others].reverse().map((folder) => [statSync(folder).dev, folder]));
    return [...disks.values()].reverse().flatMap(checkSpace);
  },
};

function checkSpace(folder: string): Finding[] {
  const { bavail, bsize, blocks, files, ffree } = statfsSync(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const finding = `${formatBytes(free)} of ${formatBytes(total)} free at ${folder}`;
  const advice = 'Make room: a full disk refuses every change with 507.';
  if (free < failBelowBytes) return [fail(finding, advice)];
  if (free < warnBelowBytes || free < warnBelowShare * total) return [warn(finding, advice)];
  if (files > 0 && ffree < 0.02 * files)
    return [
      warn(`Only ${ffree} more files fit on the disk of ${folder}`, 'Remove files, or use a larger disk.'),
    ];
  return [ok(finding)];
}

/** SQLite: what is at the path must be what running processes have open. */
export const checkFileIdentity: Check = {
  name: 'file identity',
  run: async ({ config: { database } }) => {
    if (database.engine !== 'sqlite') return [ok('PostgreSQL guards its own files')];
    const { file } = database;
    if (!existsSync(file)) return [ok(`${file} does not exist yet; the first start creates it`)];
    const findings: Finding[] = [];
    const stats = lstatSync(file);
    if (stats.nlink > 1)
      findings.push(
        warn(
          `${file} has ${stats.nlink} names: a process that opens another one uses a write-ahead log of its own`,
          'Remove the other hard links.',
        ),
      );
    const fileSystem = networkFileSystems.get(statfsSync(file).type);
    if (fileSystem)
      findings.push(
        warn(
          `${file} is on ${fileSystem}, whose locks SQLite cannot rely on`,
          'Move DATA_DIR to a local disk, or use PostgreSQL.',
        ),
      );
    const lost = findDeletedOpenFiles(file);
    if (lost.length > 0)
      findings.push(
        fail(
          `Process ${lost.join(', ')} has a deleted ${path.basename(file)} open: its changes go into a file without a name`,
          'Stop it, and restore a backup if data is missing.',
        ),
      );
    return findings.length > 0 ? findings : [ok(`${file} is the file that processes use`)];
  },
};

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}
