import { preconditionFailed } from './errors.ts';

/** The versions of an item that the caller has read (HTTP: If-Match); undefined accepts every version. */
export type AcceptedVersions = readonly number[] | undefined;

export function assertFresh(accepted: AcceptedVersions, version: number): void {
  if (accepted === undefined || accepted.includes(version)) return;
  throw preconditionFailed('It was changed since you read it. Read it again, then repeat your change.');
}
