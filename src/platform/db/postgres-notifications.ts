import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../ids.ts';
import { throttle } from '../timer.ts';
import { type CommitNotifications, newCommitNotifications } from './commit-notifications.ts';
import { clientConfig } from './postgres-client.ts';

const channel = 'docket_commits';
const reconnectMs = 1_000;
const notifyEveryMs = 20;
const notifyQuery = { text: 'select pg_notify($1, $2)', query_timeout: 5_000 };

export interface PostgresNotifications extends CommitNotifications {
  close(): Promise<void>;
}

/**
 * Wakes the subscribers of this process after a commit, sends NOTIFY to other processes and LISTENs for theirs, each at
 * most once in 20 ms, since a wake-up lets every background loop query for work. NOTIFY runs outside the transaction: a
 * transaction that notifies holds a cluster-wide lock while it commits, which would serialise all writers. The poll of
 * the subscribers makes up for a lost notification.
 */
export function newPostgresNotifications(
  url: string,
  pool: pg.Pool,
  local: CommitNotifications = newCommitNotifications(),
): PostgresNotifications {
  const self = newId();
  let listener: NotificationListener | undefined;
  let isClosed = false;
  let hasMore = false;
  let sending: Promise<void> | undefined;

  const send = async () => {
    do {
      hasMore = false;
      await pool.query({ ...notifyQuery, values: [channel, self] }).catch(() => {});
      if (!isClosed) await wait(notifyEveryMs, undefined, { ref: false });
    } while (hasMore && !isClosed);
    sending = undefined;
  };
  const wakeLocally = throttle(notifyEveryMs, () => local.notify());
  return {
    subscribe: (wake) => {
      listener ??= listen(url, (sender) => {
        if (sender !== self) local.notify();
      });
      return local.subscribe(wake);
    },
    notify: () => {
      wakeLocally();
      hasMore = true;
      sending ??= send();
    },
    close: async () => {
      isClosed = true;
      local.close();
      await Promise.all([listener?.close(), sending]);
    },
  };
}

interface NotificationListener {
  close(): Promise<void>;
}

/** Holds a connection for LISTEN and reconnects it. After each connect it notifies once, since notifications may have been missed. */
function listen(url: string, onNotification: (sender: string | undefined) => void): NotificationListener {
  let client: pg.Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const own = new pg.Client({ ...clientConfig(url), application_name: 'docket notifications' });
    client = own;
    const reconnect = () => {
      if (isClosed || client !== own) return;
      client = undefined;
      timer = setTimeout(() => void connect(), reconnectMs);
      timer.unref();
    };
    own.on('notification', ({ payload }) => onNotification(payload));
    own.on('error', () => {});
    own.on('end', reconnect);
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      onNotification(undefined);
    } catch {
      void own.end().catch(() => {});
      reconnect();
    }
  };
  const connecting = connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
