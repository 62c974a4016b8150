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
  'ticket review': {
    summary: 'approve the work on a ticket, or ask for changes',
    load: async () => (await import('./ticket-write.ts')).ticketReview,
  },
  'evidence add': {
    summary: 'show that a criterion of a ticket holds, with files such as test reports',
    load: async () => (await import('./evidence.ts')).evidenceAdd,
  },
  'project list': {
    summary: 'list projects',
    load: async () => (await import('./projects.ts')).projectList,
  },
  'project show': {
    summary: 'show a project',
    load: async () => (await import('./projects.ts')).projectShow,
  },
  'release list': {
    summary: 'list the versions of a project',
    load: async () => (await import('./releases.ts')).releaseList,
  },
  'release add': {
    summary: 'record a version with its tickets, or let the server read a tag',
    load: async () => (await import('./releases.ts')).releaseAdd,
  },
  import: {
    summary: 'import tickets from GitHub, GitLab, Jira, Linear, Plane, Trello, a CSV file or another Docket',
    load: async () => (await import('./import.ts')).importTickets,
  },
  export: {
    summary: 'export a project as an archive that another Docket imports',
    load: async () => (await import('./export.ts')).exportArchive,
  },
  'export evidence': {
    summary: 'export what proves the work on a ticket as one page, which docket verify checks',
    load: async () => (await import('./export.ts')).exportEvidence,
  },
  'mail receive': {
    summary: 'send a mail from standard input to the triage of a project',
    load: async () => (await import('./mail-receive.ts')).mailReceive,
  },
  mirror: {
    summary: 'keep a git repository with a Markdown file for each ticket',
    load: async () => (await import('./mirror.ts')).mirror,
  },
  why: {
    summary: 'explain a line of code: its commit, ticket, decision, agent and reviewer',
    load: async () => (await import('./why.ts')).why,
  },
  'view list': {
    summary: 'list saved views',
    load: async () => (await import('./views.ts')).viewList,
  },
  'view show': {
    summary: 'list the tickets of a saved view',
    load: async () => (await import('./views.ts')).viewShow,
  },
  'task list': {
    summary: 'list the tasks of agents, open ones unless --state says otherwise',
    load: async () => (await import('./task-read.ts')).taskList,
  },
  'task show': {
    summary: 'show a task with its question, reports and result',
    load: async () => (await import('./task-read.ts')).taskShow,
  },
  'task needs': {
    summary: 'list what waits for you: questions, approvals, failures, reviews',
    load: async () => (await import('./task-read.ts')).taskNeeds,
  },
  'task create': {
    summary: 'give a ticket to agents',
    load: async () => (await import('./task-write.ts')).taskCreate,
  },
  'task answer': {
    summary: 'answer the question of an agent, or approve what it asks to do',
    load: async () => (await import('./task-write.ts')).taskAnswer,
  },
  'task message': {
    summary: 'write to an agent at work',
    load: async () => (await import('./task-write.ts')).taskMessage,
  },
  'task stop': {
    summary: 'ask an agent to end its task in order',
    load: async () => (await import('./task-write.ts')).taskStop,
  },
  'task cancel': {
    summary: 'cancel a task; its agent loses it at once',
    load: async () => (await import('./task-write.ts')).taskCancel,
  },
  'task retry': {
    summary: 'queue a task again that failed or was cancelled',
    load: async () => (await import('./task-write.ts')).taskRetry,
  },
  'agent setup': {
    summary: 'from nothing to a running agent: sign in, create it, test the connection, start it',
    load: async () => (await import('./agent-setup.ts')).agentSetup,
  },
  'agent remove': {
    summary: 'disable an agent of yours and delete its keys',
    load: async () => (await import('./agent-remove.ts')).agentRemove,
  },
  'agent run': {
    summary: 'claim agent tasks and run your own command for each',
    load: async () => (await import('./agent-run.ts')).agentRun,
  },
  'docs check': {
    summary: 'say which version the changes of a git repository need, without a server',
    load: async () => (await import('./docs-check.ts')).docsCheck,
  },
  'workflow check': {
    summary: 'check a WORKFLOW.md without a server',
    load: async () => (await import('./workflow-check.ts')).workflowCheck,
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
