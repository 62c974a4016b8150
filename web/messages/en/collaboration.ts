/** Who is here, and texts that two people wrote. */
export const collaboration = {
  alsoHere: 'Also here',
  isWriting: (name: string) => `${name} is writing`,
  areWriting: (names: string) => `${names} are writing`,
  came: (names: string) => `Also here: ${names}`,
  /** Who wrote is unknown if the ticket’s history was not loaded. */
  changedBy: (name: string | undefined) =>
    `${name ?? 'Somebody else'} changed this text while you were writing.`,
  versionOf: (name: string | undefined) => (name === undefined ? 'Their version' : `Version of ${name}`),
  useBoth: 'Use both',
  both: 'Both together',
  marked: 'Words that differ are underlined.',
};
