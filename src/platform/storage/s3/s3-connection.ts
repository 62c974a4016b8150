import type { S3Client } from '@aws-sdk/client-s3';
import { secondMs } from '../../clock.ts';

export interface S3Settings {
  /** Undefined for Amazon S3. */
  endpoint: string | undefined;
  region: string;
  /** Whether the bucket is in the path, not in the host name. */
  isPathStyle: boolean;
  /** If undefined, the SDK looks where AWS tools do: AWS_* variables, ~/.aws, the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

type Sdk = typeof import('@aws-sdk/client-s3');

const connectMs = 3 * secondMs;
// A connection without a byte in either direction for this long is abandoned.
const silenceMs = 8 * secondMs;
const attempts = 3;
// Each running download holds a connection.
const connectionsMax = 200;

export interface S3Connection {
  sdk: Sdk;
  client: S3Client;
}

/** The SDK takes 115 ms and 35 MB to load, so it is loaded with the first request, and not without S3. */
export function newS3Connection(settings: S3Settings): () => Promise<S3Connection> {
  let connection: Promise<S3Connection> | undefined;
  const open = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    return { sdk, client: newClient(sdk, settings) };
  };
  return () => {
    connection ??= open();
    return connection;
  };
}

function newClient(sdk: Sdk, { endpoint, region, isPathStyle, credentials }: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: connectionsMax };
  return new sdk.S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: attempts,
    // Content-MD5, which every S3 server knows, protects what is sent. The newer checksums are unknown to many.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
