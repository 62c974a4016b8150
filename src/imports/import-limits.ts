/** A file beyond one of these limits is refused, or the report says what was left out. */
export const importLimits = {
  filesMax: 20,
  /** The size of one value of a JSON list, or of one row of a CSV file. */
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
  /** The values of `checklistLimits`, repeated so that the parsing thread does not load the whole tickets module. */
  checklistItemsMax: 200,
  checklistTextLength: 500,
  /** Leaves room for the numbers of later tickets. */
  numberMax: 10_000_000,
  filesPerTicketMax: 200,
  /** The number of attached files looked for in archives. Further files become links. */
  attachedFilesMax: 200_000,
  /** The number of files in a zip or tar archive. */
  archiveMembersMax: 10_000,
  unpackedBytesMax: 20 * 1024 * 1024 * 1024,
} as const;
