export interface S3Address {
  bucket: string;
  /** What names of objects begin with: empty, or ending with a slash. */
  prefix: string;
}

export const isS3Address = (text: string) => /^s3:/i.test(text);

/** Parses `s3://bucket` and `s3://bucket/some/folder`. */
export function parseS3Address(text: string): S3Address | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  const segments = path.replace(/\/$/, '').split('/');
  if (path === '' || path === '/') return { bucket, prefix: '' };
  const isValid = segments.every((segment) => /^[\w.=-]+$/.test(segment) && !/^\.+$/.test(segment));
  return isValid && path.length <= 500 ? { bucket, prefix: `${segments.join('/')}/` } : undefined;
}

export const formatS3Address = ({ bucket, prefix }: S3Address) => `s3://${bucket}/${prefix}`;
