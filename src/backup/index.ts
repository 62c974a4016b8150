export { BackupRefused } from './archive/archive-reader.ts';
export { BackupPlaceRefused, findArchive, openSink } from './backup-place.ts';
export { beginRun, isBackupRunning, lastBackup, recordRun } from './backup-runs.ts';
export { startBackupLoop } from './backup-schedule.ts';
export { createBackup } from './create-backup.ts';
export { holdDeletions } from './hold-deletions.ts';
export { removeOldBackups } from './remove-old-backups.ts';
export { restoreBackup, verifyBackup } from './restore-backup.ts';
