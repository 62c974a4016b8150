const width = 30;

/** A progress bar on a terminal; nothing where standard error is a file or a pipe. */
export function newProgressBar(what: string, total: number, out: NodeJS.WriteStream = process.stderr) {
  if (!out.isTTY || total === 0) return { show: () => {}, end: () => {} };
  return {
    show: (done: number) => {
      const filled = Math.round((done / total) * width);
      const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
      out.write(`\r${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`);
    },
    /** Clears the line. */
    end: () => void out.write('\r\u001b[K'),
  };
}
