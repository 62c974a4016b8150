/** By file and table: why the file uses a table of another module beyond what its owner publishes. */
export type ForeignTables = Record<string, Record<string, string>>;

const ownersRoles =
  'An agent has at most the roles of its owner; each request reads both in the one statement that finds its account.';
const projectRoles =
  'Whoever is in a project of a workspace may read it; each route of a workspace reads that in one statement.';
const archive =
  'An archive is restored row by row without the use cases; this recounts what they would have counted.';
const report = 'The report of an import counts, field by field, what it wrote.';
const restore = 'A restore repairs what differs between clusters and engines, before any module runs.';
const emptiness = 'A restore refuses a database that has accounts, before any module runs.';

/**
 * The list may only become shorter: the check fails for an entry that is not needed. It does not see tables that are
 * named in data: a backup copies all of the catalogue, an archive those of src/archives, and each declares them itself.
 */
export const foreignTables: ForeignTables = {
  'src/imports/archive/archive-row-store.ts': {
    attachments: archive,
    project_fields: archive,
    projects: archive,
    ticket_guests: archive,
    tickets: archive,
  },
  'src/imports/writing/written-store.ts': { ticket_origins: report, tickets: report },
  'src/platform/db/postgres/restored-cluster.ts': { events: restore },
  'src/platform/db/transfer/postgres-target.ts': { users: emptiness },
  'src/platform/db/transfer/sqlite-event-order.ts': { webhook_deliveries: restore },
  'src/platform/db/transfer/sqlite-target.ts': { search_terms: restore, users: emptiness },
  'src/users/actor-store.ts': { project_members: ownersRoles, workspace_members: ownersRoles },
  'src/workspaces/person-store.ts': {
    project_members: 'Somebody is found by address only by those who share a project or a workspace.',
  },
  'src/workspaces/workspace-store.ts': { project_members: projectRoles, projects: projectRoles },
};
