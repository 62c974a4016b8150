/** Exit codes for scripts and service managers. Those from 65 on are from sysexits(3). */
export const exitCodes = {
  ok: [0, 'success'],
  failure: [1, 'the command failed; standard error says why'],
  usage: [2, 'wrong usage: unknown command or option, missing argument'],
  problemsFound: [
    3,
    'docket doctor found a failure, docket upgrade-check says that a start would refuse, or docket docs check found a break that the version does not announce',
  ],
  notFound: [4, 'the server has no such ticket, project, label, person or view, or you may not see it'],
  databaseRefused: [
    65,
    'the database or the backup is damaged or missing, or belongs to another program or a newer Docket, or an older Docket still uses it; it was not changed',
  ],
  databaseUnreachable: [
    69,
    'the database, or the server at DOCKET_URL, does not answer, or the disk of DATA_DIR is full',
  ],
  cannotListen: [73, 'the server cannot listen on HOST and PORT, for example because the port is taken'],
  noPermission: [77, 'no permission on DATA_DIR, or the server refused the API key or the action'],
  badConfiguration: [78, 'an environment variable has an invalid value'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

export type ExitReason = keyof typeof exitCodes;
