import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../ids.ts';
import { type News, newNews } from './news.ts';

const channel = 'docket_news';
const reconnectMs = 1_000;
const spreadEveryMs = 20;

export interface PostgresNews extends News {
  close(): Promise<void>;
}

/**
 * Tells the other processes of a commit, and listens to theirs. It is told after the commit and outside of it, once for
 * all commits of some milliseconds: a transaction that notifies holds a lock of the whole cluster while it commits,
 * so all writers would commit one after another. A word that gets lost is made good by the poll.
 */
export function newPostgresNews(url: string, pool: pg.Pool, local: News = newNews()): PostgresNews {
  const self = newId();
  let ear: Ear | undefined;
  let isClosed = false;
  let hasMore = false;
  let spreading: Promise<void> | undefined;

  const spread = async () => {
    do {
      hasMore = false;
      await pool.query('select pg_notify($1, $2)', [channel, self]).catch(() => {});
      if (!isClosed) await wait(spreadEveryMs, undefined, { ref: false });
    } while (hasMore && !isClosed);
    spreading = undefined;
  };
  return {
    subscribe: (wake) => {
      ear ??= listen(url, (teller) => {
        if (teller !== self) local.tell();
      });
      return local.subscribe(wake);
    },
    tell: () => {
      local.tell();
      hasMore = true;
      spreading ??= spread();
    },
    close: async () => {
      isClosed = true;
      local.close();
      await Promise.all([ear?.close(), spreading]);
    },
  };
}

interface Ear {
  close(): Promise<void>;
}

/** A connection of its own that comes back when it breaks. Whoever hears again may have missed something. */
function listen(url: string, hear: (teller: string | undefined) => void): Ear {
  let client: pg.Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const own = new pg.Client({ connectionString: url, application_name: 'docket news', keepAlive: true });
    client = own;
    const comeBack = () => {
      if (isClosed || client !== own) return;
      client = undefined;
      timer = setTimeout(() => void connect(), reconnectMs);
      timer.unref();
    };
    own.on('notification', ({ payload }) => hear(payload));
    own.on('error', () => {});
    own.on('end', comeBack);
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
      hear(undefined);
    } catch {
      void own.end().catch(() => {});
      comeBack();
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
