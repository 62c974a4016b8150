import { type SignUpMode, signUpModes } from '../instance-settings/index.ts';
import { type ListenAddress, parseListenAddress } from '../platform/listen-address.ts';
import {
  type Egress,
  egresses,
  type PrivateTargets,
  parsePrivateTargets,
} from '../platform/outbound-http/index.ts';
import { parseSecretKeys, type SecretKey } from '../platform/secret-box/index.ts';
import { parseOtlpHeaders, samplers } from '../platform/tracing/index.ts';
import { parseTrustedProxies, type TrustedProxies } from '../platform/trusted-proxies.ts';
import {
  address,
  apiAddress,
  enumVariable,
  folder,
  optional,
  optionalDuration,
  optionalPort,
  parseRepositoryPatterns,
  parseRetrySchedule,
  postgresUrl,
  secret,
  storagePlace,
  token,
  variable,
  wholeNumber,
} from './variable-types.ts';

// 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 24 h.
const retrySchedule = '5,30,300,1800,7200,18000,36000,50400,86400';

/** Every environment variable of Docket: its check, its default and its documentation. */
export const variables = {
  HOST: variable<string>({
    description: 'The address to listen on; `0.0.0.0` listens on every network interface.',
    allowed: 'an IP address or a host name',
    fallback: '127.0.0.1',
    absent: '127.0.0.1',
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
  }),
  PORT: wholeNumber(0, 65_535, 3000, 'The port to listen on; 0 picks a free port.'),
  WEBHOOK_PORT: optionalPort(
    'A separate port for inbound webhooks (`/webhooks/…`), so that a firewall can open that port alone.',
    'everything on PORT',
  ),
  API_PORT: optionalPort(
    'A separate port for the webhooks API, `/v1`, which also stays on PORT; 0 picks a free port.',
    'PORT alone',
  ),
  BASE_URL: address(
    'The public address of Docket, used for links, cookies, passkeys and the check of the Origin header.',
    'HOST and PORT, with http',
  ),
  SERVER_URL: address(
    'The public address of `/webhooks/…`, if it differs from BASE_URL.',
    'BASE_URL, with WEBHOOK_PORT if that is set',
  ),
  INSTANCE_NAME: optional<string>({
    description:
      'The name of this Docket, which sign-in pages, titles of windows and mails show. If it is set, administrators cannot change it in the app.',
    allowed: 'up to 100 characters',
    fallback: 'what administrators set in the app, or Docket',
    parse: (text) => (/^[^\p{Cc}]{1,100}$/u.test(text) ? text : undefined),
  }),
  NODE_ENV: optional<string>({
    description:
      '`production` turns off what is open for trial use: see DOCS_OPEN, ALLOW_UNSIGNED_WEBHOOKS and WEBHOOK_EGRESS.',
    allowed: 'any word',
    parse: (text) => text,
  }),
  GITHUB_WEBHOOK_SECRET: secret('The secret of the webhook on GitHub.'),
  GITLAB_WEBHOOK_SECRET: secret('The secret token or signing token of the webhook on GitLab.'),
  GITEA_WEBHOOK_SECRET: secret('The secret of the webhook on Gitea.'),
  FORGEJO_WEBHOOK_SECRET: secret('The secret of the webhook on Forgejo.', 'GITEA_WEBHOOK_SECRET'),
  BITBUCKET_WEBHOOK_SECRET: secret('The secret of the webhook on Bitbucket.'),
  GENERIC_WEBHOOK_TOKEN: secret('An access token for `/webhooks/generic` that is valid for every project.'),
  ALLOW_UNSIGNED_WEBHOOKS: enumVariable(
    ['0', '1'],
    '0',
    'Whether Docket accepts inbound webhooks without a configured secret in production too.',
  ),
  API_URL: address('The public address of `/v1`, used for links.', 'BASE_URL'),
  DATA_DIR: variable<string>({
    description:
      'The folder for everything that Docket stores on this machine: attached files and the SQLite database.',
    allowed: 'a path',
    fallback: './data',
    absent: './data',
    parse: (text) => text,
  }),
  DATABASE_URL: postgresUrl(
    'PostgreSQL 14 or newer instead of SQLite; any number of processes may share it.',
    'SQLite in DATA_DIR',
    { hosts: 'several' },
  ),
  DATABASE_DIRECT_URL: postgresUrl(
    'The PostgreSQL server itself, if DATABASE_URL leads to a pooler such as PgBouncer: for LISTEN and migrations.',
    'DATABASE_URL',
    { hosts: 'several' },
  ),
  DATABASE_READ_URL: postgresUrl(
    'A streaming replica for searches, long lists, statistics and exports. The primary answers them if the replica is behind or gone.',
    'DATABASE_URL',
    { hosts: 'one' },
  ),
  DATABASE_CONNECTIONS: wholeNumber(
    1,
    500,
    10,
    'How many transactions a process runs on PostgreSQL at the same time, each on its own connection; reads share four more.',
  ),
  BACKUP_EVERY: optionalDuration(
    'How often the server makes a backup by itself; of several processes one does.',
    'none: only `docket backup` makes them',
  ),
  BACKUP_TO: storagePlace(
    'Where backups go. With several machines, a bucket or a folder that all of them share: whichever process is first writes it.',
    '`backups` in DATA_DIR',
  ),
  BACKUP_KEEP: wholeNumber(
    1,
    10_000,
    7,
    'How many scheduled backups stay in BACKUP_TO; older files with a name of Docket are removed after a successful one.',
  ),
  STORAGE_URL: storagePlace(
    'Where attached files and avatars are. `docket storage move` moves them.',
    '`files` in DATA_DIR',
  ),
  STORAGE_PREVIOUS_URL: storagePlace(
    'Where they were before, while `docket storage move` runs beside the server: files that are not in STORAGE_URL yet are read there.',
    'none',
  ),
  S3_ENDPOINT: optional<string>({
    description: 'The S3 server of STORAGE_URL and BACKUP_TO, unless they are at Amazon.',
    allowed: 'an http or https address, such as `https://s3.example.org`',
    fallback: 'Amazon S3',
    parse: (text) =>
      /^https?:\/\/[^/@]+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined,
  }),
  S3_REGION: optional<string>({
    description: 'The region of the bucket.',
    allowed: 'letters, digits and `-`',
    fallback: '`AWS_REGION`, or us-east-1',
    parse: (text) => (/^[\w-]{1,50}$/.test(text) ? text : undefined),
  }),
  S3_ACCESS_KEY_ID: token(
    'The key of the S3 server. Without it Docket looks where the tools of AWS do: `AWS_…` variables, `~/.aws`, the role of the machine.',
  ),
  S3_SECRET_ACCESS_KEY: token('The secret of S3_ACCESS_KEY_ID.'),
  S3_PATH_STYLE: optional<boolean>({
    description: 'Whether the bucket is in the path of a request instead of the host name.',
    allowed: '`on`, `off`',
    fallback: 'on with S3_ENDPOINT, else off',
    parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  }),
  ATTACHMENT_BYTES_MAX: wholeNumber(
    1,
    10 * 1024 ** 3,
    50 * 1024 ** 2,
    'The maximum size of a file attached to a ticket, in bytes.',
  ),
  IMPORT_BYTES_MAX: wholeNumber(
    1,
    100 * 1024 ** 3,
    1024 ** 3,
    'The maximum size of a file that is imported from another product, in bytes.',
  ),
  WORKSPACE_BYTES_MAX: wholeNumber(
    1,
    1024 ** 5,
    50 * 1024 ** 3,
    'The maximum size of all attachments of a workspace together, in bytes.',
  ),
  API_KEYS_PER_PERSON: wholeNumber(
    1,
    100_000,
    100,
    'The maximum number of valid API keys of a person, with those of their agents.',
  ),
  AGENT_TASKS_PER_HOUR: wholeNumber(
    1,
    1_000_000,
    60,
    'The maximum number of agent tasks that a project creates per hour; further tasks are held back, with the reason.',
  ),
  DOCKET_URL: address(
    'The Docket server that `docket agent run` and `docket mcp` connect to.',
    'BASE_URL, or this machine',
  ),
  DOCKET_API_KEY: optional<string>({
    description: 'The API key that `docket agent run` and `docket mcp` use.',
    allowed: 'an API key, which starts with `dkt_`',
    secret: true,
    parse: (text) => (/^dkt_[\w-]+$/.test(text) ? text : undefined),
  }),
  SESSION_COOKIE_PREFIX: variable<string>({
    description: 'The session cookie is named `<prefix>.session-token`.',
    allowed: 'letters, digits, `_` and `-`',
    fallback: 'docket',
    absent: 'docket',
    parse: (text) => (/^[\w-]{1,50}$/.test(text) ? text : undefined),
  }),
  SIGN_UP: optional<SignUpMode>({
    description:
      'Who may create an account. `open`: everyone. `invite`: the first person and people who are invited. `closed`: only administrators, on the command line. If it is set, administrators cannot change it in the app.',
    allowed: '`open`, `invite`, `closed`',
    fallback: 'what administrators set in the app; else open, or invite with NODE_ENV=production',
    parse: (text) => signUpModes.find((mode) => mode === text),
  }),
  SMTP_URL: optional<string>({
    description:
      'The mail server for notifications, digests and invitations. With a password the connection must be encrypted, unless the server is on this machine.',
    allowed: 'an address such as `smtp://user:password@mail.example.org:587` or `smtps://…`',
    fallback: 'no mail is sent',
    secret: true,
    parse: (text) => (/^smtps?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text) ? text : undefined),
  }),
  SMTP_FROM: optional<string>({
    description: 'The sender of mails.',
    allowed: 'an e-mail address, or a name and an address such as `Docket <docket@example.org>`',
    fallback: '`Docket`, at the host of BASE_URL',
    parse: (text) =>
      /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text) ? text : undefined,
  }),
  RATE_LIMIT: variable<number | 'off'>({
    description:
      'The maximum number of requests per minute for a session, an API key or, without either, a client address. An IPv6 client is its /64 network; the /48 around it has ten times the limit.',
    allowed: 'a whole number from 1 on, or `off`',
    fallback: '6000',
    absent: 6000,
    parse: (text) => (text === 'off' ? 'off' : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  }),
  SHUTDOWN_DELAY_SECONDS: optional<number>({
    description:
      'For how long the server still serves requests after SIGTERM while `/readyz` answers 503, before it stops. Behind a load balancer: longer than it takes to notice.',
    allowed: 'a whole number from 0 to 300',
    fallback: '0; 1 with NODE_ENV=production',
    parse: (text) => (/^\d{1,3}$/.test(text) && Number(text) <= 300 ? Number(text) : undefined),
  }),
  TRUST_PROXY: variable<TrustedProxies>({
    description:
      'The reverse proxies in front of Docket whose X-Forwarded-For gives the client address: how many there are in a row, or their addresses. `on` means one.',
    allowed: '`off`, `on`, a whole number up to 20, or addresses and networks such as `10.0.0.0/8,::1`',
    fallback: 'off',
    absent: 0,
    parse: parseTrustedProxies,
  }),
  WEBHOOK_EGRESS: optional<Egress>({
    description:
      'Where webhooks and the code hosts of projects may be. `private`: also on loopback and in private networks. `public`: only at public addresses, at WEBHOOK_PRIVATE_TARGETS and, for webhooks, at targets that administrators list. Link-local addresses and cloud metadata services are always refused.',
    allowed: '`private`, `public`',
    fallback: 'private; public with NODE_ENV=production',
    parse: (text) => egresses.find((egress) => egress === text),
  }),
  WEBHOOK_PRIVATE_TARGETS: variable<PrivateTargets>({
    description:
      'Private targets that `public` egress allows too, with or without a port. A host name allows whatever private address it has; a network allows every name that resolves into it, but for code hosts only literal addresses.',
    allowed: 'host names, addresses and networks, such as `ci.internal:8080,*.lan.example.org,10.1.0.0/16`',
    fallback: 'none',
    absent: [],
    parse: parsePrivateTargets,
  }),
  WEBHOOK_RETRY_SCHEDULE: variable<readonly number[]>({
    description:
      'The waits between attempts to deliver a webhook, in seconds; each is varied by up to 20 % either way.',
    allowed: 'up to 50 whole numbers, separated by commas; a leading 0 stands for the first attempt',
    fallback: retrySchedule,
    absent: parseRetrySchedule(retrySchedule) as number[],
    parse: parseRetrySchedule,
  }),
  WEBHOOK_DELIVERIES_KEPT_DAYS: wholeNumber(
    1,
    3650,
    30,
    'For how many days webhook deliveries can be viewed and sent again.',
  ),
  SECRETS_KEY: optional<SecretKey[]>({
    description:
      'The key that encrypts stored secrets, such as those of webhooks. Processes that share a database must share it. To change it, put the new key first and run `docket secrets rotate`.',
    allowed: '32 bytes in base64 (`openssl rand -base64 32`), or several separated by commas',
    fallback: 'a file in DATA_DIR, created when needed',
    secret: true,
    parse: parseSecretKeys,
  }),
  LOCAL_REPOSITORIES: folder(
    'A folder of bare repositories, as `<owner>/<name>.git`, for documentation drafts and for the branches of agents, which Docket writes there.',
  ),
  GITHUB_TOKEN: token('A GitHub token for repositories whose project has no token.'),
  GITHUB_API_URL: apiAddress(
    'The address of the GitHub REST API; on GitHub Enterprise it ends in `/api/v3`.',
    'https://api.github.com',
  ),
  GITLAB_TOKEN: token('A GitLab token for repositories whose project has no token.'),
  GITLAB_API_URL: apiAddress('The address of the GitLab REST API.', 'https://gitlab.com/api/v4'),
  GITEA_TOKEN: token('A Gitea or Forgejo token for repositories whose project has no token.'),
  GITEA_API_URL: apiAddress('The address of the Gitea or Forgejo REST API.', 'https://codeberg.org/api/v1'),
  REPOSITORIES_ALLOWED: variable<string[]>({
    description:
      'Repositories that projects may link without approval by an administrator: the tokens and the LOCAL_REPOSITORIES of this instance serve them, and they receive the events of code hosts.',
    allowed:
      'a list such as `corp/*,acme/site,github.com/corp/*`: `*` is any text without a slash, `**` at the end any path, `local/corp/*` is a folder of LOCAL_REPOSITORIES',
    fallback: 'none: administrators approve each link',
    absent: [],
    parse: parseRepositoryPatterns,
  }),
  DOCS_OPEN: optional<boolean>({
    description:
      'Whether every signed-in person may draft documentation from repositories that are not linked to a project, and linked ones need no approval.',
    allowed: '`0` or `1`',
    fallback: '1; 0 with NODE_ENV=production',
    parse: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  }),
  DOCS_COMMITS_MAX: wholeNumber(1, 100_000, 5_000, 'The maximum number of commits in a documentation draft.'),
  DOCS_FILES_MAX: wholeNumber(1, 100_000, 10_000, 'The maximum number of changed files in a draft.'),
  DOCS_COPY_MB_MAX: wholeNumber(
    1,
    100_000,
    1_024,
    'How many MB git may fetch for one draft, when the API of the code host is not enough.',
  ),
  DOCS_BREAK_BEFORE_1: enumVariable(
    ['minor', 'major'],
    'minor',
    'Which version number a breaking change raises before version 1.0, in the verdict of a draft.',
  ),
  DOCS_TIMEOUT_SECONDS: wholeNumber(1, 3_600, 120, 'The timeout of a draft, in seconds.'),
  DOCS_WORKFLOW: variable<string>({
    description: 'The workflow that `triggerWorkflow` starts when the request names none.',
    allowed: 'a file name or an id',
    fallback: 'docs.yml',
    absent: 'docs.yml',
    parse: (text) => (/^[\w.-]{1,200}$/.test(text) ? text : undefined),
  }),
  DOCS_MODEL: optional<string>({
    description: 'The language model that rewrites the prose of drafts; needs DOCS_MODEL_URL.',
    allowed: 'the name of a model',
    fallback: 'none: drafts use the words of the commits',
    parse: (text) => text,
  }),
  DOCS_MODEL_URL: optional<string>({
    description:
      'The address of the model: an OpenAI-compatible `…/chat/completions`, or an Anthropic `…/messages`.',
    allowed: 'an http or https address',
    parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  }),
  DOCS_MODEL_KEY: token('The API key for the model.'),
  DOCS_MODEL_TOKENS_MAX: wholeNumber(100, 1_000_000, 8_000, 'The maximum number of model tokens per draft.'),
  DOCS_MODEL_TIMEOUT_SECONDS: wholeNumber(1, 600, 30, 'The timeout of a request to the model, in seconds.'),
  WEB: enumVariable(
    ['on', 'off'],
    'on',
    'Whether Docket serves the web app. `off`: the API and its reference alone.',
  ),
  WEB_OFFLINE: enumVariable(
    ['on', 'off'],
    'on',
    'Whether browsers keep the web app to start it without the network. `off` also removes what they kept.',
  ),
  PUBLIC_HELP: enumVariable(
    ['on', 'off'],
    'off',
    'Whether readers without an account may read `/help`, the documentation that comes with Docket.',
  ),
  METRICS_TOKEN: token(
    'The bearer token with which Prometheus reads `/metrics` on PORT. Without it, and without METRICS_LISTEN, `/metrics` answers 404.',
  ),
  METRICS_LISTEN: optional<ListenAddress>({
    description:
      'A separate address for `/metrics`, which is then not on PORT. Without METRICS_TOKEN everybody who reaches this address may read it.',
    allowed: 'a port on this machine, or an address such as `10.0.0.5:9464`; port 0 picks a free one',
    parse: parseListenAddress,
  }),
  BACKGROUND_WORK: enumVariable(
    ['on', 'off'],
    'on',
    'Whether `docket serve` also does the background work: mails, webhooks, search index, backups. `off` leaves it to `docket worker`, of which one must run then.',
  ),
  WORKER_LISTEN: optional<ListenAddress>({
    description:
      'An address on which `docket worker` answers `/healthz`, `/readyz` and, with METRICS_TOKEN and without METRICS_LISTEN, `/metrics`.',
    allowed: 'a port on this machine, or an address such as `10.0.0.5:9465`; port 0 picks a free one',
    parse: parseListenAddress,
  }),
  SLOW_REQUEST_MS: wholeNumber(
    0,
    3_600_000,
    1_000,
    'Requests that take longer than this, in milliseconds, are logged with their route; 0 logs none.',
  ),
  SLOW_STATEMENT_MS: wholeNumber(
    0,
    3_600_000,
    500,
    'SQL statements that take longer than this, in milliseconds, are logged without their values; 0 logs none.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional<string>({
    description:
      'The OpenTelemetry collector that receives traces over OTLP/HTTP, at `/v1/traces` below this address. Without it nothing is traced.',
    allowed: 'an http or https address, such as `http://127.0.0.1:4318`',
    parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined),
  }),
  OTEL_EXPORTER_OTLP_HEADERS: variable<Record<string, string>>({
    description: 'Headers for the collector, such as its access token.',
    allowed: 'a list such as `authorization=Bearer%20…,x-tenant=a`',
    fallback: 'none',
    absent: {},
    secret: true,
    parse: parseOtlpHeaders,
  }),
  OTEL_SERVICE_NAME: variable<string>({
    description: 'The name of this service in traces.',
    allowed: 'up to 100 characters',
    fallback: 'docket',
    absent: 'docket',
    parse: (text) => (/^[^\p{Cc}]{1,100}$/u.test(text) ? text : undefined),
  }),
  OTEL_TRACES_SAMPLER: enumVariable(
    samplers,
    'parentbased_always_on',
    'Which traces are kept. With `parentbased_…` a caller that sends `traceparent` decides for its request.',
  ),
  OTEL_TRACES_SAMPLER_ARG: variable<number>({
    description: 'Of the samplers with a ratio: the share of traces that is kept.',
    allowed: 'a number from 0 to 1',
    fallback: '1',
    absent: 1,
    parse: (text) => (/^\d(?:\.\d+)?$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
  }),
  OTEL_SDK_DISABLED: enumVariable(['true', 'false'], 'false', '`true` turns traces off.'),
  LOG_LEVEL: enumVariable(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
    'The log level; logs are JSON lines on standard error.',
  ),
};

export type Values = { [Name in keyof typeof variables]: (typeof variables)[Name]['absent'] };
