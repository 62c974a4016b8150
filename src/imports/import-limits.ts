/** A file beyond one of these is refused, or the report names what was left out. */
export const importLimits = {
  filesMax: 20,
  /** One value of a JSON list, or one row of a CSV file. */
  recordBytesMax: 8 * 1024 * 1024,
  depthMax: 64,
  columnsMax: 5_000,
  ticketsMax: 1_000_000,
  commentsPerTicketMax: 10_000,
  labelsPerTicketMax: 50,
  linksPerTicketMax: 200,
  peopleMax: 10_000,
  labelsMax: 5_000,
  groupsMax: 2_000,
  titleLength: 500,
  descriptionLength: 100_000,
  commentLength: 64_000,
  nameLength: 200,
  sourceIdLength: 300,
  urlLength: 2_000,
  /** Those of `checklistLimits`, repeated here so that the thread that parses does not load all of tickets. */
  checklistItemsMax: 200,
  checklistTextLength: 500,
  /** A kept number must leave room for the next ones. */
  numberMax: 10_000_000,
  filesPerTicketMax: 200,
  /** Attached files that are looked for in archives; beyond them an address becomes a link. */
  attachedFilesMax: 200_000,
  /** Of a zip or tar archive. */
  archiveMembersMax: 10_000,
  unpackedBytesMax: 20 * 1024 * 1024 * 1024,
} as const;
