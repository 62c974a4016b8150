import { toIso } from '../platform/instant.ts';
import { listUsers } from '../users/index.ts';
import { sayFields } from './access.ts';
import { command } from './command.ts';
import { withContext } from './with-context.ts';

export const userList = command({
  arguments: {},
  options: {},
  examples: ['docket user list', "docket user list --json | jq -r '.users[].email'"],
  run: async (_, surroundings) => {
    const rows = await withContext(surroundings, ({ db }) => listUsers(db.reads));
    const users = rows.map(({ id, name, email, role, active, createdAt }) => ({
      ...{ id, name, email, role },
      active: active === 1,
      createdAt: toIso(createdAt),
    }));
    const lines = users.map((user) => [
      user.email,
      user.role,
      user.active ? '' : 'inactive',
      user.name,
      user.id,
    ]);
    const text = lines.length > 0 ? sayFields(lines) : 'There is no account yet: docket user create --help\n';
    return { json: { users }, text };
  },
});
