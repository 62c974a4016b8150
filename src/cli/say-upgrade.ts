/** Whoever waits for a large database should know for what. */
export function sayUpgrade({ from, to }: { from: number; to: number }): void {
  process.stderr.write(
    `Bringing the database from schema ${from} to ${to}. With many tickets this takes a minute or more; ` +
      'if it is stopped, the database stays as it was.\n',
  );
}
