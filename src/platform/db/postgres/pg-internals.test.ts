import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { engines } from '../../../../test/support/engines.ts';
import {
  backendPid,
  cancelActiveQuery,
  type ParameterStatus,
  submitBy,
  wireConnection,
} from './pg-internals.ts';

const url = process.env.TEST_DATABASE_URL;

/** A version of `pg` that changes one of these breaks batches, the search for the primary, probes or cancelling. */
describe('what Docket uses of pg beyond its types', { skip: !engines.includes('postgres') }, () => {
  const clients: pg.Client[] = [];
  const newClient = () => {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    return client;
  };
  const connect = async () => {
    const client = newClient();
    await client.connect();
    return client;
  };
  after(() => Promise.all(clients.map((client) => client.end())));

  test('the connection has a socket and reports the settings of the session', async () => {
    const client = newClient();
    const settings = new Map<string, string>();
    const onStatus = ({ parameterName, parameterValue }: ParameterStatus) =>
      settings.set(parameterName, parameterValue);
    wireConnection(client).on('parameterStatus', onStatus);
    await client.connect();
    assert.equal(settings.get('in_hot_standby'), 'off');
    assert.ok(wireConnection(client).stream instanceof Socket);
  });

  test('the process id of the session is the one of the server', async () => {
    const client = await connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    assert.equal(backendPid(client), rows[0].pid);
  });

  test('a query can write several statements before one Sync, and its handlers get each answer', async () => {
    const client = await connect();
    const calls: string[] = [];
    const done = Promise.withResolvers<void>();
    class TwoStatements extends pg.Query {
      declare name: string;
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        calls.push(`columns ${fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`)}`);
      }
      handleDataRow({ fields }: { fields: string[] }) {
        calls.push(`row ${fields}`);
      }
      handleCommandComplete({ text }: { text: string }) {
        calls.push(text);
      }
      handleReadyForQuery() {
        done.resolve();
      }
      handleError(error: unknown) {
        done.reject(error);
      }
    }
    const query = new TwoStatements('select $1::int as n');
    query.name = 'two_statements';
    query.submit = submitBy((connection) => {
      connection.submittedNamedStatements[query.name] = 'select $1::int as n';
      connection.parse({ name: query.name, text: 'select $1::int as n' });
      for (const value of [7, 8]) {
        connection.bind({ statement: query.name, values: [value], valueMapper: String });
        connection.describe({ type: 'P' });
        connection.execute({});
      }
      connection.sync();
      return null;
    });
    client.query(query);
    await done.promise;
    assert.deepEqual(calls, ['columns n 23', 'row 7', 'SELECT 1', 'columns n 23', 'row 8', 'SELECT 1']);
    const { parsedStatements, submittedNamedStatements } = wireConnection(client);
    assert.equal(typeof parsedStatements[query.name], 'string');
    assert.equal(submittedNamedStatements[query.name], undefined);
  });

  test('the statement that a client runs can be cancelled through another one', async () => {
    const client = await connect();
    const running = client.query('select pg_sleep(60)');
    // The server runs it once it is asked for, or gets the request to cancel first and repeats nothing.
    await waitUntilActive(await connect(), backendPid(client));
    const canceller = new pg.Client({ connectionString: url });
    cancelActiveQuery(client, canceller);
    await Promise.all([
      assert.rejects(running, { code: '57014' }),
      once(wireConnection(canceller).stream, 'close'),
    ]);
  });
});

async function waitUntilActive(client: pg.Client, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select state, wait_event from pg_stat_activity where pid = $1', [
      pid,
    ]);
    if (rows[0]?.state === 'active' && rows[0].wait_event === 'PgSleep') return;
  }
}
