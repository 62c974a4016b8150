import type { Commands } from '../command.ts';

/** The commands that talk to a server over HTTP. The package docket-cli has no others. */
export const clientCommands: Commands = {
  login: {
    summary: 'sign in to a server and store an API key for the commands below',
    load: async () => (await import('./login.ts')).login,
  },
  logout: {
    summary: 'remove the stored API key',
    load: async () => (await import('./logout.ts')).logout,
  },
  'ticket list': {
    summary: 'list tickets, open ones unless --status says otherwise',
    load: async () => (await import('./ticket-read.ts')).ticketList,
  },
  'ticket mine': {
    summary: 'list the open tickets that are assigned to you',
    load: async () => (await import('./ticket-read.ts')).ticketMine,
  },
  'ticket show': {
    summary: 'show a ticket with its description and comments',
    load: async () => (await import('./ticket-read.ts')).ticketShow,
  },
  'ticket create': {
    summary: 'create a ticket',
    load: async () => (await import('./ticket-write.ts')).ticketCreate,
  },
  'ticket edit': {
    summary: 'change fields of a ticket',
    load: async () => (await import('./ticket-write.ts')).ticketEdit,
  },
  'ticket comment': {
    summary: 'comment on a ticket',
    load: async () => (await import('./ticket-write.ts')).ticketComment,
  },
  'ticket close': {
    summary: 'close a ticket as done or cancelled',
    load: async () => (await import('./ticket-write.ts')).ticketClose,
  },
  'project list': {
    summary: 'list projects',
    load: async () => (await import('./projects.ts')).projectList,
  },
  'project show': {
    summary: 'show a project',
    load: async () => (await import('./projects.ts')).projectShow,
  },
  import: {
    summary: 'import tickets from GitHub, GitLab, Jira, Linear, Plane, Trello, a CSV file or another Docket',
    load: async () => (await import('./import.ts')).importTickets,
  },
  export: {
    summary: 'export a project, or the whole instance, as an archive that another Docket imports',
    load: async () => (await import('./export.ts')).exportArchive,
  },
  mirror: {
    summary: 'keep a git repository with a Markdown file for each ticket',
    load: async () => (await import('./mirror.ts')).mirror,
  },
  'view list': {
    summary: 'list saved views',
    load: async () => (await import('./views.ts')).viewList,
  },
  'view show': {
    summary: 'list the tickets of a saved view',
    load: async () => (await import('./views.ts')).viewShow,
  },
  'agent run': {
    summary: 'claim agent tasks and run your own command for each',
    load: async () => (await import('./agent-run.ts')).agentRun,
  },
  mcp: {
    summary: 'serve the MCP tools of a server on standard input and output',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  listen: {
    summary: 'forward events of a running instance to a program on this machine',
    load: async () => (await import('./listen.ts')).listen,
  },
  completion: {
    summary: 'print a script that completes commands in bash, zsh or fish',
    load: async () => (await import('./completion.ts')).newCompletion(() => clientCommands),
  },
};
