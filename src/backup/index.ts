export { BackupRefused } from './archive/archive-reader.ts';
export type { Manifest } from './archive/manifest.ts';
export { BackupPlaceRefused, findArchive, openSink } from './backup-place.ts';
export { type BackupProgress, type BackupSummary, createBackup } from './create-backup.ts';
export { type RestoreProgress, restoreBackup, verifyBackup } from './restore-backup.ts';
