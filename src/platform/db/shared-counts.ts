/** Counts per subject and minute that the processes on one database share. The minute is that of the database's clock. */
export interface SharedCounts {
  readonly now: () => Promise<DatabaseMinute>;
  /**
   * Stores how much this process has counted in that minute, and returns the counts of the others. The counts are
   * totals, so storing them again changes nothing and repairs a table that lost them.
   */
  readonly exchange: (minute: number, own: ReadonlyMap<string, number>) => Promise<CountsOfOthers[]>;
  /** Deletes the counts of minutes before this one. */
  readonly deleteBefore: (minute: number) => Promise<unknown>;
}

export interface DatabaseMinute {
  /** Minutes since 1970. */
  minute: number;
  endsInMs: number;
}

export interface CountsOfOthers {
  subject: string;
  used: number;
  /** How many other processes have counted this subject. */
  processes: number;
}
