export { BackupRefused } from './archive/backup-refused.ts';
export { findArchive, openSink, removeOldBackups, textOfPlace } from './backup-place.ts';
export { BackupPlaceRefused } from './backup-place-refused.ts';
export { beginRun, isBackupRunning, lastBackup, recordRun, recordVerified } from './backup-runs.ts';
export { startBackupLoop } from './backup-schedule.ts';
export { createBackup } from './create-backup.ts';
export { deferDeletions } from './defer-deletions.ts';
export { probeBackupPlace } from './probe-backup-place.ts';
export { restoreBackup, verifyBackup } from './restore-backup.ts';
