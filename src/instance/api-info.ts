import packageJson from '../../package.json' with { type: 'json' };
import type { ApiInfo } from '../platform/http/index.ts';

const description = `
Tickets, projects and people of this Docket.

Sign in with \`signIn\` and the cookie comes along by itself, or send an API key as \`Authorization: Bearer …\`.
One object is \`{data: {…}}\`, a list \`{data: […], pagination: {…}}\`, an error \`{error: {code, message, details?}, requestId}\`.
PUT and PATCH do the same: what is absent stays, \`null\` clears. Times are ISO 8601 in UTC.
`.trim();

/** What the OpenAPI document says of itself. A route with a new tag adds a line here. */
export const apiInfo: ApiInfo = {
  title: 'Docket',
  version: packageJson.version,
  description,
  tags: [
    { name: 'Tickets', description: 'Tasks, bugs, features, improvements and epics.' },
    { name: 'Comments', description: 'What people say on a ticket.' },
    { name: 'Labels', description: 'Words to find tickets by.' },
    { name: 'Groups', description: 'Tickets that belong together within a project.' },
    { name: 'Projects', description: 'Where tickets live, and who may see them.' },
    { name: 'Workspaces', description: 'Where projects live.' },
    { name: 'Agents', description: 'Accounts of software agents, each owned by a person.' },
    { name: 'Agent tasks', description: 'Work for software agents: queued, claimed, reported on, finished.' },
    { name: 'User', description: 'The profile, preferences, activity and statistics of the caller.' },
    { name: 'Notifications', description: 'What the caller is told of.' },
    { name: 'Events', description: 'What happens, while it happens.' },
    { name: 'Documentation', description: 'Drafts of documentation from what changed in a repository.' },
    { name: 'Inbound webhooks', description: 'What code hosts and other systems send to Docket.' },
    {
      name: 'Webhooks',
      description: 'Events sent to your own addresses, signed, retried and kept to look at.',
    },
    { name: 'Accounts', description: 'Signing up and in, sessions and API keys.' },
    { name: 'Instance', description: 'Whether Docket is well.' },
  ],
};
