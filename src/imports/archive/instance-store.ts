import { dynamicStatement, type Queries, sql, statement } from '../../platform/db/index.ts';

interface Account {
  id: string;
  /** Case-folded. */
  email: string;
  emailVerified: number;
  ownerId: string | null;
}

const accountColumns = `id, email_folded as email, email_verified as "emailVerified", agent_owner_id as "ownerId"`;
const byIds = statement<{ ids: string[] }, Account>(`select ${accountColumns} from users where id in :ids[]`);
const byEmails = statement<{ emails: string[] }, Account>(
  `select ${accountColumns} from users where email_folded in :emails[]`,
);

export const listAccounts = async (queries: Queries, ids: string[], emails: string[]) => [
  ...(await queries.list(byIds, { ids })),
  ...(await queries.list(byEmails, { emails })),
];
export const listPersonalWorkspaces = sql.list<{ ownerIds: string[] }, { id: string; ownerId: string }>(`
  select id, owner_id as "ownerId" from workspaces where kind = 'personal' and owner_id in :ownerIds[]`);
export const listTakenKeys = sql.list<{ keys: string[] }, { key: string; projectId: string }>(
  'select key_folded as key, project_id as "projectId" from project_keys where key_folded in :keys[]',
);
/** Lists the projects that an earlier import filled from one of these projects under another id. */
export const listEarlierImports = sql.list<{ sourceIds: string[] }, { sourceId: string; key: string }>(`
  select i.source_id as "sourceId", p.key from imported_projects i join projects p on p.id = i.project_id
  where i.source_id in :sourceIds[] and i.project_id <> i.source_id`);

/** The column within which the names of a kind are unique. */
export const placesOfNames: Readonly<Record<string, string>> = {
  labels: 'workspace_id',
  templates: 'project_id',
  views: 'place_id',
};

interface NamedRow {
  id: string;
  place: string;
  name: string;
}

export const listNamed = (
  queries: Queries,
  { name: kind, table }: { name: string; table: string },
  places: string[],
  names: string[],
) => {
  const place = placesOfNames[kind] as string;
  const text = `select id, ${place} as place, name_folded as name from ${table}
    where ${place} in :places[] and name_folded in :names[]`;
  return queries.list(dynamicStatement<object, NamedRow>(text), { places, names });
};
