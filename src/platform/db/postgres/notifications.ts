import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { newId } from '../../ids.ts';
import { throttle } from '../../timer.ts';
import { type CommitNotifications, newCommitNotifications } from '../commit-notifications.ts';
import { clientConfig, directServer, newClient, sessionName } from './client.ts';
import { translatingErrors } from './errors.ts';
import { holdLock } from './presence.ts';

const channel = 'docket_commits';
const reconnectMs = 1_000;
const notifyEveryMs = 40;
const notifyQuery = { text: 'select pg_notify($1, $2)', query_timeout: 5_000 };

export interface PostgresNotifications extends CommitNotifications {
  /** Resolves when the listening session holds the advisory lock of this process. Rejects if it cannot connect. */
  holdLock(): Promise<void>;
  close(): Promise<void>;
}

export interface ListeningSession {
  processId: string;
  /** Called after a lost session was replaced. */
  onReplaced: () => void;
}

/**
 * Wakes the subscribers of this process after a commit, sends NOTIFY to other processes and LISTENs for theirs, each at
 * most once in 40 ms, because a wake-up makes every background loop query for work. NOTIFY runs outside the
 * transaction: a transaction that notifies holds a cluster-wide lock while it commits, which would serialise all
 * writers. If a notification is lost, the subscribers' poll makes up for it. `url` must lead to a session of its own:
 * LISTEN belongs to a session, which a pooler would lend to others.
 */
export function newPostgresNotifications(
  url: string,
  pool: pg.Pool,
  session: ListeningSession,
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
  const startListening = () => {
    listener ??= listen(url, session, (sender) => {
      if (sender !== self) local.notify();
    });
    return listener;
  };
  return {
    subscribe: (wake) => {
      startListening();
      return local.subscribe(wake);
    },
    holdLock: () => startListening().connected(),
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
  connected(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps a connection for LISTEN. After each reconnect it notifies once, since notifications may have been missed. */
function listen(
  url: string,
  { processId, onReplaced }: ListeningSession,
  onNotification: (sender: string | undefined) => void,
): NotificationListener {
  let client: pg.Client | undefined;
  let isFirst = true;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const own = newClient({
      ...clientConfig(directServer(url)),
      application_name: sessionName('docket notifications'),
    });
    client = own;
    const reconnect = () => {
      if (isClosed || client !== own) return;
      client = undefined;
      connecting = undefined;
      timer = setTimeout(() => void startConnecting(), reconnectMs);
      timer.unref();
    };
    own.on('notification', ({ payload }) => onNotification(payload));
    own.on('error', () => {});
    own.on('end', reconnect);
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      await own.query(holdLock, [processId]);
      if (!isFirst) onReplaced();
      isFirst = false;
      onNotification(undefined);
    } catch (error) {
      void own.end().catch(() => {});
      reconnect();
      throw error;
    }
  };
  let connecting: Promise<void> | undefined;
  const startConnecting = () => {
    clearTimeout(timer);
    connecting ??= connect();
    // Without a handler the rejection would end the process; the timer tries again.
    connecting.catch(() => {});
    return connecting;
  };
  void startConnecting();
  return {
    connected: () => translatingErrors(startConnecting),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await connecting?.catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}
