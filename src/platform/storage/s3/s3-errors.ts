import { type StorageFault, StorageUnavailable } from '../storage-unavailable.ts';

interface S3Failure extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

interface Explanation {
  reason: StorageFault;
  advice: string;
}

const checkKeys: Explanation = {
  reason: 'refused',
  advice: 'check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
};

const byName: Record<string, Explanation> = {
  NoSuchBucket: { reason: 'missing', advice: 'create the bucket, or correct its name' },
  InvalidAccessKeyId: checkKeys,
  SignatureDoesNotMatch: checkKeys,
  InvalidToken: checkKeys,
  ExpiredToken: checkKeys,
  CredentialsProviderError: {
    reason: 'refused',
    advice: 'set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give the machine a role',
  },
  AccessDenied: {
    reason: 'refused',
    advice: 'let these credentials read, write, delete and list in this bucket, multipart uploads included',
  },
  RequestTimeTooSkewed: { reason: 'refused', advice: 'set the clock of this machine' },
  PermanentRedirect: { reason: 'missing', advice: 'set S3_REGION to the region of the bucket' },
  AuthorizationHeaderMalformed: { reason: 'refused', advice: 'set S3_REGION to the region of the bucket' },
  QuotaExceeded: { reason: 'full', advice: 'make room, or raise the quota' },
  XMinioStorageFull: { reason: 'full', advice: 'make room' },
};

/** Translates what the SDK throws. Errors of the caller's own streams do not come here. */
export function translateS3Error(error: unknown, location: string): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const failure = error as S3Failure;
  const { reason, advice } = explain(failure);
  // The SDK gives an AggregateError without a message when each address of the host refuses.
  const says = failure.message || failure.code || failure.name;
  const name = failure.name === 'Error' || failure.name === 'AggregateError' ? '' : ` (${failure.name})`;
  return new StorageUnavailable(`${location}: ${says}${name}; ${advice}`, { reason, cause: error });
}

function explain({ name, $metadata }: S3Failure): Explanation {
  const known = byName[name];
  if (known) return known;
  const status = $metadata?.httpStatusCode;
  if (status === 507) return { reason: 'full', advice: 'make room' };
  if (status === 401 || status === 403) return byName.AccessDenied as Explanation;
  if (status === undefined)
    return { reason: 'unreachable', advice: 'check S3_ENDPOINT, the network and the S3 server' };
  return { reason: 'unreachable', advice: 'look at the log of the S3 server' };
}

export const isNotFound = (error: unknown) => {
  const { name, $metadata } = error as S3Failure;
  return (
    name === 'NoSuchKey' ||
    name === 'NotFound' ||
    ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
  );
};

export const isNoSuchUpload = (error: unknown) => (error as S3Failure).name === 'NoSuchUpload';

export const isNotImplemented = (error: unknown) => (error as S3Failure).$metadata?.httpStatusCode === 501;
