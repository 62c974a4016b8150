/** Announces the start of a migration, because migrating a large database takes minutes. */
export function reportUpgrade({ from, to }: { from: number; to: number }): void {
  process.stderr.write(
    `Migrating the database from schema ${from} to ${to}. With many tickets this takes a minute or more. ` +
      'If you interrupt it, the database is unchanged.\n',
  );
}
