import path from 'node:path';
import { secondMs } from './platform/clock.ts';
import type { DatabaseAddress } from './platform/db/index.ts';
import { egresses } from './platform/outbound-http/index.ts';
import {
  type KeySource,
  keysFromOutside,
  keysInFile,
  parseSecretKeys,
  type SecretKey,
} from './platform/secret-box/index.ts';

interface Variable<T> {
  /** What it is for. */
  sentence: string;
  /** What it may hold, in words. */
  allowed: string;
  /** What holds when it is not set, in words where it is not a value. */
  fallback: string;
  parse: (text: string) => T | undefined;
  absent: T;
  /** Its value is never printed. */
  secret?: boolean;
}

const words = <const W extends readonly string[]>(list: W, absent: W[number], sentence: string) =>
  variable<W[number]>({
    sentence,
    allowed: list.map((word) => `\`${word}\``).join(', '),
    fallback: absent,
    absent,
    parse: (text) => list.find((word) => word === text),
  });

const address = (sentence: string, fallback: string) =>
  variable<string | undefined>({
    sentence,
    allowed: 'an http or https address without a path, such as `https://docket.example.org`',
    fallback,
    absent: undefined,
    parse: (text) =>
      /^https?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined,
  });

const postgresUrl = (sentence: string, fallback: string) =>
  variable<string | undefined>({
    sentence,
    allowed: 'an address such as `postgres://user:password@host:5432/docket`',
    fallback,
    absent: undefined,
    secret: true,
    parse: (text) => (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  });

const secret = (sentence: string, fallback = 'none') =>
  variable<string | undefined>({
    sentence,
    allowed: 'a text',
    fallback,
    absent: undefined,
    secret: true,
    parse: (text) => text,
  });

const token = (sentence: string) =>
  variable<string | undefined>({
    sentence,
    allowed: 'a token',
    fallback: 'none',
    absent: undefined,
    secret: true,
    parse: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  });

const apiAddress = (sentence: string, absent: string) =>
  variable<string>({
    sentence,
    allowed: 'an http or https address, such as `https://git.example.org/api/v3`',
    fallback: absent,
    absent,
    parse: (text) =>
      /^https?:\/\//.test(text) && URL.canParse(text) && !/[?#]/.test(text)
        ? text.replace(/\/+$/, '')
        : undefined,
  });

const folder = (sentence: string) =>
  variable<string | undefined>({
    sentence,
    allowed: 'a path',
    fallback: 'none',
    absent: undefined,
    parse: (text) => text,
  });

const wholeNumber = (min: number, max: number, absent: number, sentence: string) =>
  variable<number>({
    sentence,
    allowed: `a whole number from ${min} to ${max}`,
    fallback: String(absent),
    absent,
    parse: (text) =>
      /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  });

/** `0,5,30` and `5,30` mean the same. */
function parseSchedule(text: string): number[] | undefined {
  const seconds = text.split(',').map((part) => part.trim());
  if (seconds.length > 50 || !seconds.every((part) => /^\d{1,7}$/.test(part))) return undefined;
  const waits = seconds.map((part) => Number(part) * secondMs);
  return waits[0] === 0 ? waits.slice(1) : waits;
}

function variable<T>(declaration: Variable<T>): Variable<T> {
  return declaration;
}

// 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 24 h.
const retrySchedule = '5,30,300,1800,7200,18000,36000,50400,86400';

/** Every variable of the environment that Docket knows: read here, checked here, documented from here. */
export const variables = {
  HOST: variable<string>({
    sentence: 'The address to listen on; `0.0.0.0` for every network of the machine.',
    allowed: 'an IP address or a host name',
    fallback: '127.0.0.1',
    absent: '127.0.0.1',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  }),
  PORT: wholeNumber(0, 65_535, 3000, 'The port to listen on; 0 takes a free one.'),
  WEBHOOK_PORT: variable<number | undefined>({
    sentence:
      'A port of its own for inbound webhooks (`/webhooks/…`), so that a firewall can let the outside in there alone.',
    allowed: 'a whole number from 0 to 65535',
    fallback: 'everything on PORT',
    absent: undefined,
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  API_PORT: variable<number | undefined>({
    sentence:
      'A port of its own for the API of webhooks, `/v1`, which stays on PORT as well; 0 takes a free one.',
    allowed: 'a whole number from 0 to 65535',
    fallback: 'PORT alone',
    absent: undefined,
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  BASE_URL: address(
    'The address under which people reach Docket, for links, cookies and origins.',
    'http://HOST:PORT',
  ),
  SERVER_URL: address(
    'The address under which other systems reach `/webhooks/…`, where it is another than BASE_URL.',
    'BASE_URL, with WEBHOOK_PORT if that is set',
  ),
  NODE_ENV: variable<string | undefined>({
    sentence: '`production` closes what is open for trying Docket out.',
    allowed: 'any word',
    fallback: 'none',
    absent: undefined,
    parse: (text) => text,
  }),
  GITHUB_WEBHOOK_SECRET: secret('The secret that is entered for the webhook on GitHub.'),
  GITLAB_WEBHOOK_SECRET: secret('The secret token, or signing token, that is entered on GitLab.'),
  GITEA_WEBHOOK_SECRET: secret('The secret that is entered on Gitea.'),
  FORGEJO_WEBHOOK_SECRET: secret('The secret that is entered on Forgejo.', 'GITEA_WEBHOOK_SECRET'),
  BITBUCKET_WEBHOOK_SECRET: secret('The secret that is entered on Bitbucket.'),
  GENERIC_WEBHOOK_TOKEN: secret('An access token for `/webhooks/generic` of every project.'),
  ALLOW_UNSIGNED_WEBHOOKS: words(
    ['0', '1'],
    '0',
    'Whether inbound webhooks without a configured secret are taken in production too.',
  ),
  API_URL: address('The address under which programs reach `/v1`, for links.', 'BASE_URL'),
  DATA_DIR: variable<string>({
    sentence:
      'The folder for everything Docket keeps on this machine: attached files and the SQLite database.',
    allowed: 'a path',
    fallback: './data',
    absent: './data',
    parse: (text) => text,
  }),
  DATABASE_URL: postgresUrl(
    'PostgreSQL 14 or newer instead of SQLite; any number of processes may share it.',
    'SQLite in DATA_DIR',
  ),
  DATABASE_READ_URL: postgresUrl('A PostgreSQL replica for searches and statistics.', 'DATABASE_URL'),
  ATTACHMENT_BYTES_MAX: wholeNumber(
    1,
    10 * 1024 ** 3,
    50 * 1024 ** 2,
    'How many bytes a file attached to a ticket may have.',
  ),
  AGENT_TASKS_PER_HOUR: wholeNumber(
    1,
    1_000_000,
    60,
    'How many tasks for agents a project may bring within an hour; the rest is held back, with the reason.',
  ),
  DOCKET_URL: address(
    'Where the Docket is that `docket agent run` and `docket mcp` work for.',
    'BASE_URL, or this machine',
  ),
  DOCKET_API_KEY: variable<string | undefined>({
    sentence: 'The API key with which `docket agent run` and `docket mcp` work.',
    allowed: 'an API key, which begins with `dkt_`',
    fallback: 'none',
    absent: undefined,
    secret: true,
    parse: (text) => (/^dkt_[\w-]+$/.test(text) ? text : undefined),
  }),
  SESSION_COOKIE_PREFIX: variable<string>({
    sentence: 'The session cookie is called `<prefix>.session-token`.',
    allowed: 'letters, digits, `_` and `-`',
    fallback: 'docket',
    absent: 'docket',
    parse: (text) => (/^[\w-]{1,50}$/.test(text) ? text : undefined),
  }),
  SIGN_UP: words(
    ['open', 'invite', 'closed'],
    'open',
    'Who may make an account: everyone; only the first person and who is invited; only administrators, on the command line.',
  ),
  SMTP_URL: variable<string | undefined>({
    sentence:
      'The mail server for notifications, digests and invitations. With a password the connection must be encrypted, unless the server is on this machine.',
    allowed: 'an address such as `smtp://user:password@mail.example.org:587` or `smtps://…`',
    fallback: 'no mail is sent',
    absent: undefined,
    secret: true,
    parse: (text) => (/^smtps?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text) ? text : undefined),
  }),
  SMTP_FROM: variable<string | undefined>({
    sentence: 'Who mails come from.',
    allowed: 'an e-mail address, or a name and an address such as `Docket <docket@example.org>`',
    fallback: 'Docket, at the host of BASE_URL',
    absent: undefined,
    parse: (text) =>
      /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text) ? text : undefined,
  }),
  RATE_LIMIT: variable<number | 'off'>({
    sentence: 'Requests a minute for one session, API key or, without either, address.',
    allowed: 'a whole number from 1 on, or `off`',
    fallback: '6000',
    absent: 6000,
    parse: (text) => (text === 'off' ? 'off' : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  }),
  TRUST_PROXY: words(
    ['off', 'on'],
    'off',
    'Whether a reverse proxy stands in front, whose X-Forwarded-* headers tell the caller’s address and https.',
  ),
  WEBHOOK_EGRESS: words(
    egresses,
    'private',
    'Where webhooks may go: also to loopback and private networks, or to public addresses alone. Link-local addresses and the metadata services of clouds are refused always.',
  ),
  WEBHOOK_RETRY_SCHEDULE: variable<readonly number[]>({
    sentence:
      'How many seconds after each failed attempt to deliver a webhook the next one follows, a fifth more or less.',
    allowed: 'up to 50 whole numbers, separated by commas; a leading 0 stands for the first attempt',
    fallback: retrySchedule,
    absent: parseSchedule(retrySchedule) as number[],
    parse: parseSchedule,
  }),
  WEBHOOK_DELIVERIES_KEPT_DAYS: wholeNumber(
    1,
    3650,
    30,
    'For how many days deliveries of webhooks can be looked at and sent again.',
  ),
  SECRETS_KEY: variable<SecretKey[] | undefined>({
    sentence:
      'The key under which Docket encrypts the secrets it must use again, as those of webhooks; processes that share a database must share it. Put a new one first and run `docket secrets rotate` to change it.',
    allowed: '32 bytes in base64 (`openssl rand -base64 32`), or several separated by commas',
    fallback: 'a file in DATA_DIR, made when needed',
    absent: undefined,
    secret: true,
    parse: parseSecretKeys,
  }),
  LOCAL_REPOSITORIES: folder(
    'A folder with bare repositories, as `<owner>/<name>.git`, from whose changes documentation is drafted.',
  ),
  GITHUB_TOKEN: token('A token of GitHub for repositories whose project has none of its own.'),
  GITHUB_API_URL: apiAddress(
    'Where GitHub’s REST API is; that of GitHub Enterprise ends in `/api/v3`.',
    'https://api.github.com',
  ),
  GITLAB_TOKEN: token('The same for GitLab.'),
  GITLAB_API_URL: apiAddress('Where GitLab’s REST API is.', 'https://gitlab.com/api/v4'),
  GITEA_TOKEN: token('The same for Gitea or Forgejo.'),
  GITEA_API_URL: apiAddress('Where the REST API of Gitea or Forgejo is.', 'https://codeberg.org/api/v1'),
  DOCS_OPEN: variable<boolean | undefined>({
    sentence:
      'Whether everybody who is signed in may draft documentation from repositories that are linked to no project.',
    allowed: '`0` or `1`',
    fallback: '1, with NODE_ENV=production 0',
    absent: undefined,
    parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  }),
  DOCS_COMMITS_MAX: wholeNumber(1, 100_000, 5_000, 'How many commits a draft of documentation may cover.'),
  DOCS_FILES_MAX: wholeNumber(1, 100_000, 10_000, 'How many changed files a draft may cover.'),
  DOCS_COPY_MB_MAX: wholeNumber(
    1,
    100_000,
    1_024,
    'How much git may fetch for one draft, where the API of a code host does not tell enough.',
  ),
  DOCS_TIMEOUT_SECONDS: wholeNumber(1, 3_600, 120, 'How long a draft may take.'),
  DOCS_WORKFLOW: variable<string>({
    sentence: 'The workflow that `triggerWorkflow` starts where the request names none.',
    allowed: 'a file name or an id',
    fallback: 'docs.yml',
    absent: 'docs.yml',
    parse: (text) => (/^[\w.-]{1,200}$/.test(text) ? text : undefined),
  }),
  DOCS_MODEL: variable<string | undefined>({
    sentence: 'The language model that puts the prose of drafts in better words; needs DOCS_MODEL_URL.',
    allowed: 'the name of a model',
    fallback: 'none: the words are those of the commits',
    absent: undefined,
    parse: (text) => text,
  }),
  DOCS_MODEL_URL: variable<string | undefined>({
    sentence:
      'Where the model is asked: an OpenAI-compatible `…/chat/completions`, or an Anthropic `…/messages`.',
    allowed: 'an http or https address',
    fallback: 'none',
    absent: undefined,
    parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  }),
  DOCS_MODEL_KEY: token('The key for the model.'),
  DOCS_MODEL_TOKENS_MAX: wholeNumber(
    100,
    1_000_000,
    8_000,
    'How many tokens a draft may spend on the model.',
  ),
  DOCS_MODEL_TIMEOUT_SECONDS: wholeNumber(1, 600, 30, 'How long the model may take.'),
  LOG_LEVEL: words(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
    'How much is written to standard error, as JSON lines.',
  ),
};

type Values = { [Name in keyof typeof variables]: (typeof variables)[Name]['absent'] };

export interface Config extends Values {
  /** Where links lead. */
  baseUrl: string;
  database: DatabaseAddress;
  /** Where attachments and avatars are kept. */
  filesFolder: string;
  secretKeys: KeySource;
  /** Where programs such as git are searched. */
  searchPath: string;
  /** Where senders of inbound webhooks reach Docket. */
  serverUrl: string;
}

/** Says which variable, what it holds and what it may hold. */
export class BadConfiguration extends Error {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const values = Object.fromEntries(
    Object.entries(variables as Record<string, Variable<unknown>>).map(([name, known]) => {
      const text = environment[name]?.trim();
      if (text === undefined || text === '') return [name, known.absent];
      const value = known.parse(text);
      if (value === undefined) {
        const held = known.secret ? 'something else' : JSON.stringify(text);
        problems.push(`${name} holds ${held}, but must be ${known.allowed.replaceAll('`', '')}.`);
      }
      return [name, value];
    }),
  ) as Values;
  if (problems.length > 0) throw new BadConfiguration(problems.join('\n'));
  return {
    ...values,
    baseUrl:
      values.BASE_URL ??
      `http://${values.HOST.includes(':') ? `[${values.HOST}]` : values.HOST}:${values.PORT}`,
    database: databaseAddress(values),
    filesFolder: path.resolve(values.DATA_DIR, 'files'),
    searchPath: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    secretKeys: values.SECRETS_KEY
      ? keysFromOutside(values.SECRETS_KEY, 'SECRETS_KEY')
      : keysInFile(path.resolve(values.DATA_DIR, 'secrets.key')),
    serverUrl: serverUrl(values),
  };
}

/** The process's environment over a `.env` file in the current folder, if there is one. */
export function readEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new BadConfiguration('.env cannot be read.');
  }
  return process.env;
}

function serverUrl({ SERVER_URL, BASE_URL, HOST, PORT, WEBHOOK_PORT }: Values): string {
  if (SERVER_URL) return SERVER_URL;
  const own = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
  const url = new URL(BASE_URL ?? (URL.canParse(own) ? own : `http://localhost:${PORT}`));
  if (WEBHOOK_PORT !== undefined) url.port = String(WEBHOOK_PORT);
  return url.origin;
}

function databaseAddress({
  DATABASE_URL: url,
  DATABASE_READ_URL: readUrl,
  DATA_DIR,
}: Values): DatabaseAddress {
  if (url) return { engine: 'postgres', url, readUrl };
  return { engine: 'sqlite', file: path.resolve(DATA_DIR, 'docket.db') };
}
