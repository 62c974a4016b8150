import type { Command } from './command.ts';

interface Entry {
  summary: string;
  /** A command is read from the disk only when it is called, so that the help is there at once. */
  load: () => Promise<Command>;
}

/** Every command there is; the rest of its declaration stands in its file. */
export const commands: Record<string, Entry> = {
  serve: {
    summary: 'run the server; the default',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    summary: 'make the database, or bring it up to date',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  'user create': {
    summary: 'make an account; the first one becomes ADMIN',
    load: async () => (await import('./user-create.ts')).userCreate,
  },
  'user list': {
    summary: 'show all accounts',
    load: async () => (await import('./user-list.ts')).userList,
  },
  'user set-role': {
    summary: 'make an account ADMIN, USER or VIEWER of the instance',
    load: async () => (await import('./user-set-role.ts')).userSetRole,
  },
  'user reset-password': {
    summary: 'give an account a new password and end its sessions',
    load: async () => (await import('./user-reset-password.ts')).userResetPassword,
  },
  'session create': {
    summary: 'sign an account in and print the cookie',
    load: async () => (await import('./session-create.ts')).sessionCreate,
  },
  'key create': {
    summary: 'make an API key for an account',
    load: async () => (await import('./key-create.ts')).keyCreate,
  },
  'agent run': {
    summary: 'work on tasks for agents by a command of your own',
    load: async () => (await import('./agent-run.ts')).agentRun,
  },
  mcp: {
    summary: 'serve the tools for agents on standard input and output',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  'secrets rotate': {
    summary: 'put a new key in use and encrypt every kept secret anew',
    load: async () => (await import('./secrets-rotate.ts')).secretsRotate,
  },
  'token create': {
    summary: 'make an access token with which other systems send events to a project',
    load: async () => (await import('./token-create.ts')).tokenCreate,
  },
  docs: {
    summary: 'draft documentation from what changed in a repository',
    load: async () => (await import('./docs.ts')).docs,
  },
  listen: {
    summary: 'forward the events of a running instance to a program on this machine',
    load: async () => (await import('./listen.ts')).listen,
  },
  seed: {
    summary: 'fill the database with a team, its projects and tickets, to try Docket with',
    load: async () => (await import('./seed.ts')).seed,
  },
};
