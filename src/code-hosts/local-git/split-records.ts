/** Cuts a stream at NUL bytes and hands over each record; `end` hands over what came after the last. */
export function newRecordSplitter(take: (record: Buffer) => void) {
  let rest: Buffer[] = [];
  return {
    push: (chunk: Buffer) => {
      let start = 0;
      for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, start)) {
        take(Buffer.concat([...rest, chunk.subarray(start, at)]));
        rest = [];
        start = at + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    },
    end: () => {
      if (rest.length > 0) take(Buffer.concat(rest));
      rest = [];
    },
  };
}
