interface Part {
  text: string;
  isMatch: boolean;
}

/** The parts of a text inside and outside of the ranges that the server found. Ranges that do not fit are left out. */
export function markRanges({
  text,
  ranges,
}: {
  text: string;
  ranges: readonly (readonly number[])[];
}): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const [from = 0, to = 0] of ranges) {
    if (from < end || to <= from || to > text.length) continue;
    if (from > end) parts.push({ text: text.slice(end, from), isMatch: false });
    parts.push({ text: text.slice(from, to), isMatch: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}
