const width = 30;

/** A bar on a terminal; silence where standard error goes into a file or another program. */
export function newProgress(what: string, total: number, out: NodeJS.WriteStream = process.stderr) {
  if (!out.isTTY || total === 0) return { show: () => {}, end: () => {} };
  return {
    show: (done: number) => {
      const filled = Math.round((done / total) * width);
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
      out.write(`\r${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`);
    },
    /** Wipes the line, whatever happened, so that the next one starts clean. */
    end: () => void out.write('\r\u001b[K'),
  };
}
