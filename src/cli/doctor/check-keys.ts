import { existsSync, statSync } from 'node:fs';
import { secretHolders } from '../../composition/secret-holders.ts';
import type { Queries } from '../../platform/db/index.ts';
import { newSecretBox, type SecretBox } from '../../platform/secret-box/index.ts';
import { type Check, type Finding, fail, ok, warn } from './check.ts';

const rowsPerRead = 500;
const namedMax = 5;

interface Count {
  opened: number;
  otherKey: number;
  /** Why secrets do not open; the messages name rows and contain no secret. */
  problems: string[];
}

/** Whether every stored secret can be opened with the keys that are configured. */
export const checkKeys: Check = {
  name: 'keys',
  needsSchema: true,
  run: async ({ database, config: { secretKeys } }) => {
    if (!database) return [];
    const { reads } = database.inspection;
    const isFile = secretKeys.addKey !== undefined;
    // Reading the keys would create the file.
    if (isFile && !existsSync(secretKeys.location)) {
      return [
        (await hasSecrets(reads))
          ? fail(
              `${secretKeys.location} is missing, so no stored secret can be opened`,
              'Restore it from a backup. Without it, every webhook secret and code host token must be entered again.',
            )
          : ok('There are no secrets yet; the first one creates the key'),
      ];
    }
    const findings = isFile ? checkMode(secretKeys.location) : [];
    const { opened, otherKey, problems } = await openAll(reads, newSecretBox(secretKeys));
    if (problems.length > 0)
      findings.push(
        fail(
          `${problems.length} of ${opened + problems.length} stored secrets do not open. ${problems.slice(0, namedMax).join(' ')}`,
          `Restore the missing key into ${secretKeys.location}, or enter these secrets again.`,
        ),
      );
    if (otherKey > 0)
      findings.push(warn(`${otherKey} secrets are sealed with an older key`, 'Run "docket secrets rotate".'));
    return findings.length > 0 ? findings : [ok(`All ${opened} stored secrets open`)];
  },
};

function checkMode(file: string): Finding[] {
  if ((statSync(file).mode & 0o077) === 0) return [];
  return [warn(`Other users of this machine may read ${file}`, `Run: chmod 600 ${file}`)];
}

async function hasSecrets(reads: Queries): Promise<boolean> {
  for (const column of secretHolders) if ((await column.listAfter(reads, '', 1)).length > 0) return true;
  return false;
}

async function openAll(reads: Queries, box: SecretBox): Promise<Count> {
  const count: Count = { opened: 0, otherKey: 0, problems: [] };
  const prefix = box.currentPrefix();
  for (const column of secretHolders) {
    let after = '';
    for (;;) {
      const rows = await column.listAfter(reads, after, rowsPerRead);
      for (const { id, sealed } of rows) {
        try {
          box.open(sealed, column.contextOf(id));
          count.opened++;
          if (!sealed.startsWith(prefix)) count.otherKey++;
        } catch (error) {
          count.problems.push((error as Error).message);
        }
      }
      if (rows.length < rowsPerRead) break;
      after = rows.at(-1)?.id as string;
    }
  }
  return count;
}
