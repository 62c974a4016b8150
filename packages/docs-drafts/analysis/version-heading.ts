const versionHeading =
  /^(?:#{1,4}\s*(?:[\w.@/-]*[a-z][\w./-]*\s+)?)?\[?(?:version\s+|v|release\s+)?\d+\.\d+(?:\.\d+)?[\w.+-]*\]?(?:\s|$|\()/i;
export const isVersionHeading = (line: string) => versionHeading.test(line);
