import type pg from 'pg';
import { clientConfig, directServer, newClient } from '../postgres/client.ts';
import { translatingErrors } from '../postgres/errors.ts';

/** Opens a connection for one long transaction. Integers arrive as text, because some exceed 2^53. */
export async function connectForTransfer(url: string): Promise<pg.Client> {
  const client = newClient(clientConfig(directServer(url)));
  // Without a listener, a lost connection would end the process. The pending query reports it.
  client.on('error', () => {});
  await translatingErrors(() => client.connect());
  return client;
}

/** Run in the transaction: a batch may wait longer for the disk or the network than a request may. */
export const withoutTimeouts =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0';
