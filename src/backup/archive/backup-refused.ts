/** The archive cannot be restored. The message says what is wrong with it and that nothing was changed. */
export class BackupRefused extends Error {
  constructor(location: string, problem: string) {
    super(`${location} cannot be restored: ${problem}. Nothing was changed. Use another backup.`);
  }
}
