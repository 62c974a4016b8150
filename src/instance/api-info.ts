import packageJson from '../../package.json' with { type: 'json' };
import type { ApiInfo } from '../platform/http/index.ts';

const description = `
The HTTP API of Docket, a ticket tracker for teams and their software agents.

Authenticate with the session cookie that \`signIn\` sets, or send an API key as \`Authorization: Bearer …\`.
A single object is \`{data: {…}}\`, a list \`{data: […], pagination: {…}}\`, an error \`{error: {code, message, details?}, requestId}\`.
PUT and PATCH do the same: absent fields stay as they are, \`null\` clears a field. Times are ISO 8601 in UTC.
`.trim();

/** Title, description and tags of the OpenAPI document. Add a line for the tag of a new kind of route. */
export const apiInfo: ApiInfo = {
  title: 'Docket',
  version: packageJson.version,
  description,
  license: { name: packageJson.license, identifier: packageJson.license },
  contact: { name: 'The Docket project' },
  tags: [
    { name: 'Tickets', description: 'Tasks, bugs, features, improvements and epics.' },
    { name: 'Triage', description: 'Tickets from outside, which wait until somebody decides about them.' },
    { name: 'Checklists', description: 'Things to do of a ticket, in order.' },
    { name: 'Proof', description: 'What must be true when a ticket is done, and the evidence for it.' },
    { name: 'Comments', description: 'Comments on tickets.' },
    { name: 'Labels', description: 'Labels to classify tickets.' },
    { name: 'Views', description: 'Saved queries of the ticket list, personal or shared.' },
    { name: 'Initiatives', description: 'Goals of a workspace that group its projects.' },
    { name: 'Groups', description: 'Cycles, milestones and lists of tickets within a project.' },
    { name: 'Fields', description: 'Fields and statuses that a project sets for its tickets.' },
    { name: 'Templates', description: 'What new tickets of a project can be made from.' },
    { name: 'Project memory', description: 'Notes on what agents should know about a project.' },
    { name: 'Schedules', description: 'Tickets that are created at each occurrence of a rule.' },
    { name: 'Projects', description: 'Projects, their members and who may see their tickets.' },
    { name: 'Workspaces', description: 'Workspaces, which contain projects.' },
    { name: 'Agents', description: 'Accounts of software agents, each owned by a person.' },
    {
      name: 'Archives',
      description: 'A project or the whole instance as one file, which another Docket imports.',
    },
    {
      name: 'Imports',
      description: 'Tickets of other products, with a dry run and a report of what is kept.',
    },
    { name: 'Agent tasks', description: 'Work for software agents: queued, claimed, reported on, finished.' },
    { name: 'User', description: 'The profile, preferences, activity and statistics of the caller.' },
    { name: 'Notifications', description: 'Notifications of the caller and what triggers them.' },
    { name: 'Collaboration', description: 'Who is here, and texts that several people edit at once.' },
    { name: 'Events', description: 'Live streams of events.' },
    { name: 'Sync', description: 'Everything that a client with a copy of the data needs to start.' },
    { name: 'Documentation', description: 'Documentation drafts from the changes of a repository.' },
    { name: 'Inbound webhooks', description: 'Events that code hosts and other systems send to Docket.' },
    {
      name: 'Webhooks',
      description: 'Signed events sent to your URLs, with retries and a log of deliveries.',
    },
    { name: 'Accounts', description: 'Sign-up, sign-in, sessions and API keys.' },
    { name: 'Instance', description: 'Name, version and health of this Docket.' },
  ],
};
