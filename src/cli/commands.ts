import { clientCommands } from './client/commands.ts';
import type { Commands } from './command.ts';

/** Every command. Arguments and options are declared in the file of the command. */
export const commands: Commands = {
  serve: {
    summary: 'run the server; the default',
    load: async () => (await import('./serve.ts')).serve,
  },
  worker: {
    summary: 'run the background work alone, beside servers on the same PostgreSQL',
    load: async () => (await import('./worker.ts')).worker,
  },
  migrate: {
    summary: 'create the database or migrate it to the current schema',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  backup: {
    summary: 'write a backup of database, files and keys; the server may run',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'verify a backup and restore it, also into the other database engine',
    load: async () => (await import('./restore.ts')).restore,
  },
  verify: {
    summary: 'verify an archive, the database or a page of evidence by its seals',
    load: async () => (await import('./verify.ts')).verify,
  },
  'history forget': {
    summary: 'delete the content of events, such as personal data; the seals still fit',
    load: async () => (await import('./history-forget.ts')).historyForget,
  },
  'storage move': {
    summary: 'copy attached files to a folder or a bucket and verify them; the server may run',
    load: async () => (await import('./storage-move.ts')).storageMove,
  },
  doctor: {
    summary: 'check configuration, database, disk, keys, queues, mail and storage; the server may run',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  'upgrade-check': {
    summary: 'say what a start of this version would do to the database, without doing it',
    load: async () => (await import('./upgrade-check.ts')).upgradeCheck,
  },
  'user create': {
    summary: 'create an account; the first one becomes ADMIN',
    load: async () => (await import('./user-create.ts')).userCreate,
  },
  'user list': {
    summary: 'list all accounts',
    load: async () => (await import('./user-list.ts')).userList,
  },
  'user set-role': {
    summary: 'change the instance role of an account: ADMIN, USER or VIEWER',
    load: async () => (await import('./user-set-role.ts')).userSetRole,
  },
  'user reset-password': {
    summary: 'set a new password for an account and end its sessions',
    load: async () => (await import('./user-reset-password.ts')).userResetPassword,
  },
  'user deactivate': {
    summary: 'disable an account: its sessions, API keys and password links end',
    load: async () => (await import('./user-activate.ts')).userDeactivate,
  },
  'user activate': {
    summary: 'enable a disabled account',
    load: async () => (await import('./user-activate.ts')).userActivate,
  },
  'user reset-link': {
    summary: 'create a link with which an account sets a new password',
    load: async () => (await import('./user-reset-link.ts')).userResetLink,
  },
  'user verify-email': {
    summary: 'mark the e-mail address of an account as verified, if its mail does not arrive',
    load: async () => (await import('./user-verify-email.ts')).userVerifyEmail,
  },
  'user reset-second-factor': {
    summary: 'remove the second factor of an account, if its owner lost it',
    load: async () => (await import('./user-reset-second-factor.ts')).userResetSecondFactor,
  },
  'session create': {
    summary: 'sign in as an account and print the session cookie',
    load: async () => (await import('./session-create.ts')).sessionCreate,
  },
  'key create': {
    summary: 'create an API key for an account',
    load: async () => (await import('./key-create.ts')).keyCreate,
  },
  audit: {
    summary: 'list the newest entries of the audit log',
    load: async () => (await import('./audit.ts')).audit,
  },
  'repository list': {
    summary: 'list the repositories that projects link, and which wait for approval',
    load: async () => (await import('./repository-list.ts')).repositoryList,
  },
  'repository approve': {
    summary: 'let a project use the code host tokens of this instance for a repository',
    load: async () => (await import('./repository-decide.ts')).repositoryApprove,
  },
  'repository refuse': {
    summary: 'refuse a repository of a project, or withdraw its approval',
    load: async () => (await import('./repository-decide.ts')).repositoryRefuse,
  },
  'inbound-secret list': {
    summary: 'list the webhook secrets of a project by code host, without the secrets',
    load: async () => (await import('./inbound-secret.ts')).inboundSecretList,
  },
  'inbound-secret create': {
    summary: 'create or replace the webhook secret of a project for a code host',
    load: async () => (await import('./inbound-secret.ts')).inboundSecretCreate,
  },
  'inbound-secret revoke': {
    summary: 'delete the webhook secret of a project for a code host',
    load: async () => (await import('./inbound-secret.ts')).inboundSecretRevoke,
  },
  'webhook-target list': {
    summary: 'list the private addresses, networks and hosts that webhooks may reach',
    load: async () => (await import('./webhook-target.ts')).webhookTargetList,
  },
  'webhook-target add': {
    summary: 'let webhooks reach a private address, network or host',
    load: async () => (await import('./webhook-target.ts')).webhookTargetAdd,
  },
  'webhook-target remove': {
    summary: 'stop webhooks from reaching a private target',
    load: async () => (await import('./webhook-target.ts')).webhookTargetRemove,
  },
  'secrets rotate': {
    summary: 'change the encryption key and re-encrypt every stored secret',
    load: async () => (await import('./secrets-rotate.ts')).secretsRotate,
  },
  'search rebuild': {
    summary: 'clear the search index and have the server build it again',
    load: async () => (await import('./search-rebuild.ts')).searchRebuild,
  },
  'token create': {
    summary: 'create an access token that lets other systems send events to a project',
    load: async () => (await import('./token-create.ts')).tokenCreate,
  },
  docs: {
    summary: 'draft documentation from the changes between two refs of a repository',
    load: async () => (await import('./docs.ts')).docs,
  },
  demo: {
    summary: 'create the demo team, or remove it',
    load: async () => (await import('./demo.ts')).demo,
  },
  seed: {
    summary: 'fill the database with sample users, projects and tickets',
    load: async () => (await import('./seed.ts')).seed,
  },
  ...clientCommands,
  // Here also from the local database, and with all commands.
  mcp: {
    summary: 'serve the MCP tools on standard input and output',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  completion: {
    summary: 'print a script that completes commands in bash, zsh or fish',
    load: async () => (await import('./client/completion.ts')).newCompletion(() => commands),
  },
};
