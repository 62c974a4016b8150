/** How a command ends, as scripts and service managers see it. The numbers from 65 on are those of sysexits(3). */
export const exitCodes = {
  ok: [0, 'it worked'],
  failure: [1, 'it was refused or failed; standard error says why'],
  usage: [2, 'the command line was not understood: unknown command or option, missing argument'],
  databaseRefused: [
    65,
    'the database is damaged, of another program or of a newer Docket; it was not touched',
  ],
  databaseUnreachable: [69, 'the database does not answer'],
  cannotListen: [73, 'the server cannot listen on HOST and PORT, because the port is taken for instance'],
  noPermission: [77, 'no permission on DATA_DIR'],
  badConfiguration: [78, 'a variable of the environment holds what it may not'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

export type Ending = keyof typeof exitCodes;
