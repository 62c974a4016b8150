import { listSelfMadeAdmins, type SelfMadeAdmin } from '../../audit/index.ts';
import { toIso } from '../../platform/instant.ts';
import { type Check, fail, ok } from './check.ts';

const namedMax = 20;

/** Finds who used the hole of advisory 1 in SECURITY.md: until it was closed, a sign-up could choose its own role. */
export const checkAdministrators: Check = {
  name: 'administrators',
  needsSchema: true,
  run: async ({ database }) => {
    if (!database) return [];
    const found = await listSelfMadeAdmins(database.inspection.reads);
    const still = found.filter(({ role, active }) => role === 'ADMIN' && active === 1);
    if (still.length > 0)
      return [
        fail(
          `${still.length} ${still.length === 1 ? 'account' : 'accounts'} became ADMIN by their own sign-up: ${describeAll(still)}`,
          'Unless you know the person, run "docket user set-role EMAIL USER" and "docket user deactivate EMAIL", then read what they did with "docket audit --actor EMAIL". SECURITY.md, advisory 1, says what else to do.',
        ),
      ];
    const former = found.length > 0 ? `; ${found.length} did and administer no longer` : '';
    return [ok(`No administrator became ADMIN by their own sign-up${former}`)];
  },
};

const describeAll = (admins: SelfMadeAdmin[]) =>
  admins.slice(0, namedMax).map(describeOne).join(', ') + (admins.length > namedMax ? ' and more' : '');

const describeOne = ({ email, createdAt, address }: SelfMadeAdmin) =>
  `${email} (${toIso(createdAt)}${address === null ? '' : ` from ${address}`})`;
