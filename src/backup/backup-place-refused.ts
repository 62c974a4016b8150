/** The backup cannot be written or read there; the message says what to do. */
export class BackupPlaceRefused extends Error {}
