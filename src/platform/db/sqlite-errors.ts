const busy = 5;

/** SQLite's result code without its extension; 0 for other errors. */
export const primaryCode = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

export const isSqliteBusy = (error: unknown) => primaryCode(error) === busy;
