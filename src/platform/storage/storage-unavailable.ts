/**
 * | reason      | what is wrong                                                        |
 * |-------------|----------------------------------------------------------------------|
 * | unreachable | no answer, or one that says to try again later                       |
 * | refused     | the credentials or the permissions do not suffice                    |
 * | missing     | there is no such bucket                                              |
 * | full        | the disk or the quota has no room                                    |
 */
export type StorageFault = 'unreachable' | 'refused' | 'missing' | 'full';

/** The storage of files failed. The message is for operators: where, why and what to do. */
export class StorageUnavailable extends Error {
  readonly reason: StorageFault;

  constructor(message: string, { reason, cause }: { reason: StorageFault; cause: unknown }) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** True if waiting does not help, because somebody has to change the configuration. */
export const isMisconfigured = ({ reason }: StorageUnavailable) =>
  reason === 'refused' || reason === 'missing';
