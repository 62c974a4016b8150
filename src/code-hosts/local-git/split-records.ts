/** Splits a stream at NUL bytes and calls `onRecord` for each record; `end` passes on the rest after the last NUL. */
export function newRecordSplitter(onRecord: (record: Buffer) => void) {
  let rest: Buffer[] = [];
  return {
    push: (chunk: Buffer) => {
      let start = 0;
      for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, start)) {
        onRecord(Buffer.concat([...rest, chunk.subarray(start, at)]));
        rest = [];
        start = at + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    },
    end: () => {
      if (rest.length > 0) onRecord(Buffer.concat(rest));
      rest = [];
    },
  };
}
