import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import type { SettingsSource } from '../instance-settings/index.ts';
import { secondMs } from '../platform/clock.ts';
import type { DatabaseAddress } from '../platform/db/index.ts';
import type { Egress } from '../platform/outbound-http/index.ts';
import { type KeySource, keysFromSetting, keysInFile } from '../platform/secret-box/index.ts';
import type { S3Settings, StoragePlace } from '../platform/storage/index.ts';
import type { OtlpSettings } from '../platform/tracing/index.ts';
import { BadConfiguration } from './bad-configuration.ts';
import { type OidcProviderSettings, readOidcProviders } from './oidc-providers.ts';
import type { Values } from './variables.ts';

export interface DerivedValues {
  /** The URL that links start with. */
  baseUrl: string;
  /** True if people open Docket over https, even if a proxy in front of it terminates TLS. */
  isHttps: boolean;
  database: DatabaseAddress;
  /** The storage of attachments and avatars. */
  storage: StoragePlace;
  backupPlace: StoragePlace;
  s3: S3Settings;
  secretKeys: KeySource;
  /** Where traces are sent; undefined turns tracing off. */
  otlp: OtlpSettings | undefined;
  /** PATH for the programs that Docket runs, such as git. */
  searchPath: string;
  /** The environment of those programs besides PATH: certificate authorities and the time zone. */
  programEnvironment: Record<string, string>;
  /** The URL to which code hosts and other senders post inbound webhooks. */
  serverUrl: string;
  /** The time between SIGTERM and the stop. */
  shutdownDelayMs: number;
  /** The sign-in providers (`DOCKET_OIDC_…`). */
  oidcProviders: OidcProviderSettings[];
  /** What the environment says about the settings that administrators have in the app. */
  instanceSettings: SettingsSource;
  /** Where requests to URLs that users entered may go. */
  webhookEgress: Egress;
}

const programVariables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'TZ'];

export function deriveValues(values: Values, environment: Record<string, string | undefined>): DerivedValues {
  return {
    baseUrl: values.BASE_URL ?? listenUrl(values),
    isHttps: values.BASE_URL?.startsWith('https:') === true,
    database: databaseAddress(values),
    storage: values.STORAGE_URL ?? { folder: path.resolve(values.DATA_DIR, 'files') },
    backupPlace: values.BACKUP_TO ?? { folder: path.resolve(values.DATA_DIR, 'backups') },
    s3: s3Settings(values, environment.AWS_REGION),
    otlp: otlpSettings(values),
    searchPath: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    programEnvironment: Object.fromEntries(
      programVariables.flatMap((name) => {
        const value = environment[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    secretKeys: values.SECRETS_KEY
      ? keysFromSetting(values.SECRETS_KEY, 'SECRETS_KEY')
      : keysInFile(path.resolve(values.DATA_DIR, 'secrets.key')),
    serverUrl: serverUrl(values),
    shutdownDelayMs: (values.SHUTDOWN_DELAY_SECONDS ?? (values.NODE_ENV === 'production' ? 1 : 0)) * secondMs,
    oidcProviders: readOidcProviders(environment),
    instanceSettings: {
      fixed: {
        ...(values.INSTANCE_NAME !== undefined && { name: values.INSTANCE_NAME }),
        ...(values.SIGN_UP !== undefined && { signUp: values.SIGN_UP }),
      },
      fallback: { name: 'Docket', signUp: values.NODE_ENV === 'production' ? 'invite' : 'open' },
    },
    webhookEgress: values.WEBHOOK_EGRESS ?? (values.NODE_ENV === 'production' ? 'public' : 'private'),
  };
}

function s3Settings(values: Values, awsRegion: string | undefined): S3Settings {
  const {
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new BadConfiguration('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither.');
  return {
    endpoint,
    region: values.S3_REGION ?? (awsRegion || 'us-east-1'),
    isPathStyle: values.S3_PATH_STYLE ?? endpoint !== undefined,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? undefined
        : { accessKeyId, secretAccessKey },
  };
}

function otlpSettings(values: Values): OtlpSettings | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || values.OTEL_SDK_DISABLED === 'true') return undefined;
  return {
    url: `${endpoint}/v1/traces`,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    version: packageJson.version,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

function databaseAddress({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: directUrl,
  DATABASE_READ_URL: readUrl,
  DATABASE_CONNECTIONS: connections,
  DATA_DIR,
}: Values): DatabaseAddress {
  if (url) return { engine: 'postgres', url, directUrl, readUrl, connections };
  return { engine: 'sqlite', file: path.resolve(DATA_DIR, 'docket.db') };
}

function serverUrl(values: Values): string {
  const { SERVER_URL, BASE_URL, PORT, WEBHOOK_PORT } = values;
  if (SERVER_URL) return SERVER_URL;
  const listening = listenUrl(values);
  const url = new URL(BASE_URL ?? (URL.canParse(listening) ? listening : `http://localhost:${PORT}`));
  if (WEBHOOK_PORT !== undefined) url.port = String(WEBHOOK_PORT);
  return url.origin;
}

const listenUrl = ({ HOST, PORT }: Values) => `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
