import { toIso } from '../platform/instant.ts';
import { formatFields } from './columns.ts';
import { command } from './command.ts';
import { withContext } from './with-context.ts';

export const userList = command({
  arguments: {},
  options: {},
  examples: ['docket user list', "docket user list --json | jq -r '.users[].email'"],
  run: async (_, commandContext) => {
    const { listUsers } = await import('../users/index.ts');
    const rows = await withContext(commandContext, ({ db }) => listUsers(db.reads));
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
    const text =
      lines.length > 0 ? formatFields(lines) : 'No accounts yet. Create one: docket user create --help\n';
    return { json: { users }, text };
  },
});
