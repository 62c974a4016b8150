import { isIP } from 'node:net';
import type { Config } from '../../config/index.ts';
import { type Check, type Finding, ok, warn } from './check.ts';

interface Rule {
  applies: (config: Config) => boolean;
  finding: string;
  advice: string;
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Settings that are valid one by one and wrong together. */
const rules: Rule[] = [
  {
    applies: ({ HOST, BASE_URL }) => !isLoopback(HOST) && BASE_URL === undefined,
    finding:
      'HOST is reachable from other machines, and BASE_URL is not set: links and cookies use http://HOST:PORT',
    advice: 'Set BASE_URL to the address that people use.',
  },
  {
    applies: ({ HOST, BASE_URL }) => !isLoopback(HOST) && BASE_URL?.startsWith('http:') === true,
    finding: 'BASE_URL is not https, so passwords and sessions cross the network unencrypted',
    advice: 'Put a reverse proxy with a certificate in front, and set BASE_URL to its https address.',
  },
  {
    applies: ({ BASE_URL, TRUST_PROXY }) =>
      BASE_URL?.startsWith('https:') === true && trustsNobody(TRUST_PROXY),
    finding:
      'BASE_URL is https, which a reverse proxy serves, but TRUST_PROXY is off: all clients seem to have the address of the proxy',
    advice: 'Set TRUST_PROXY=on, or to the addresses of the proxy.',
  },
  {
    applies: ({ HOST, NODE_ENV }) => !isLoopback(HOST) && NODE_ENV !== 'production',
    finding:
      'HOST is reachable from other machines, and NODE_ENV is not production: what is open for trial use is open',
    advice: 'Set NODE_ENV=production.',
  },
  {
    applies: ({ database, SECRETS_KEY }) => database.engine === 'postgres' && SECRETS_KEY === undefined,
    finding:
      'The key of stored secrets is a file in DATA_DIR: a process on another machine would use another key',
    advice: 'With several machines, set SECRETS_KEY to the content of secrets.key on all of them.',
  },
  {
    applies: ({ METRICS_LISTEN, METRICS_TOKEN }) =>
      METRICS_LISTEN !== undefined && !isLoopback(METRICS_LISTEN.host) && METRICS_TOKEN === undefined,
    finding: 'METRICS_LISTEN is reachable from other machines without a token',
    advice: 'Set METRICS_TOKEN, or let a firewall guard the address.',
  },
  {
    applies: ({ database, BACKGROUND_WORK }) => database.engine === 'sqlite' && BACKGROUND_WORK === 'off',
    finding:
      'BACKGROUND_WORK is off, and on SQLite no other process can do it: no mails, webhooks and searches',
    advice: 'Remove BACKGROUND_WORK, or move to PostgreSQL and start docket worker.',
  },
  {
    applies: ({ S3_ENDPOINT, storage, backupPlace }) =>
      ('s3' in storage || 's3' in backupPlace) &&
      S3_ENDPOINT?.startsWith('http:') === true &&
      !isLoopback(new URL(S3_ENDPOINT).hostname.replace(/^\[|\]$/g, '')),
    finding: 'S3_ENDPOINT is not https, so files and backups cross the network unencrypted',
    advice: 'Use an https address, unless the network is yours alone.',
  },
  {
    applies: ({ database, storage, STORAGE_URL }) =>
      database.engine === 'postgres' && 'folder' in storage && STORAGE_URL === undefined,
    finding: 'Attached files are in DATA_DIR: a process on another machine would not find them',
    advice: 'With several machines, set STORAGE_URL to a bucket or to a folder that all of them share.',
  },
];

export const checkConfiguration: Check = {
  name: 'configuration',
  run: async ({ config }) => {
    const found = rules
      .filter(({ applies }) => applies(config))
      .map(({ finding, advice }) => warn(finding, advice));
    return found.length > 0 ? found : [describe(config)];
  },
};

const describe = ({ database, baseUrl }: Config): Finding =>
  ok(
    `Every variable is valid; ${database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, links start with ${baseUrl}`,
  );

const trustsNobody = (trusted: Config['TRUST_PROXY']): boolean =>
  trusted === 0 || (Array.isArray(trusted) && trusted.length === 0);
