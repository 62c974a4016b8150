import type { Queries } from '../platform/db/index.ts';
import type { Client } from './client.ts';
import { type ClientDocuments, isDocumentAddress } from './client-document.ts';
import { findRegisteredClient } from './client-store.ts';

/** Undefined if nobody registered it. Throws an OAuthError if its metadata document cannot be used. */
export async function findClient(
  queries: Queries,
  documents: ClientDocuments,
  id: string,
): Promise<Client | undefined> {
  if (isDocumentAddress(id)) return documents.get(id);
  const row = await findRegisteredClient(queries, { id });
  return row && { id, name: row.name, host: null, redirectUris: JSON.parse(row.redirectUris) as string[] };
}
