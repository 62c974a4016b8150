export { BackupRefused } from './archive/archive-reader.ts';
export { BackupPlaceRefused, findArchive, openSink } from './backup-place.ts';
export { createBackup } from './create-backup.ts';
export { restoreBackup, verifyBackup } from './restore-backup.ts';
