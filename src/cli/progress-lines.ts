const lineEveryMs = 10_000;
const drawEveryMs = 100;

interface Progress {
  what: string;
  done: number;
  total: number | undefined;
}

/** Progress on standard error: one line that changes on a terminal, else a line every ten seconds. */
export function newProgressLines(out: NodeJS.WriteStream = process.stderr) {
  let drawnAtMs = out.isTTY ? 0 : performance.now();
  return {
    show: ({ what, done, total }: Progress) => {
      const now = performance.now();
      if (now - drawnAtMs < (out.isTTY ? drawEveryMs : lineEveryMs)) return;
      drawnAtMs = now;
      const of = total === undefined ? '' : ` of ${total.toLocaleString('en')}`;
      const line = `${done.toLocaleString('en')}${of} ${what}`;
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end: () => void (out.isTTY && out.write('\r\u001b[K')),
  };
}
