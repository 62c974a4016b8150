import type { DatabaseSync } from 'node:sqlite';

export interface Snapshot {
  /** To be called before every read. */
  begin(): void;
  /** To be called after every commit, so that the next read sees it. */
  end(): void;
}

/**
 * A read on its own takes and drops the locks of the write-ahead log, which costs as much as a small statement. The
 * reads of one turn of the event loop share them: they see the state of its beginning, or of the last commit in it.
 */
export function snapshotPerTurn(connection: DatabaseSync): Snapshot {
  const beginning = connection.prepare('begin');
  const ending = connection.prepare('commit');
  let isOpen = false;
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    ending.run();
  };
  return {
    begin: () => {
      if (isOpen) return;
      isOpen = true;
      beginning.run();
      setImmediate(end);
    },
    end,
  };
}
