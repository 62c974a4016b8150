import { auditActionNames } from '../audit/audit-actions.ts';
import { toIso } from '../platform/instant.ts';
import { formatFields } from './columns.ts';
import { command, optionalText, optionalWord, wholeNumber } from './command.ts';
import { withContext } from './with-context.ts';

export const audit = command({
  arguments: {},
  options: {
    actor: optionalText('EMAIL', 'Only what this account did.'),
    action: optionalWord('ACTION', auditActionNames, 'Only this action. One of'),
    limit: wholeNumber(1, 100, 20, 'How many entries to list.'),
  },
  examples: ['docket audit', 'docket audit --actor ada@example.org --action user.signed_in --json'],
  run: async ({ actor, action, limit }, commandContext) => {
    const { listAuditEntries } = await import('../audit/index.ts');
    const { getUserByEmail } = await import('../users/index.ts');
    const { rows } = await withContext(commandContext, async ({ db }) => {
      const actorId = actor === undefined ? undefined : (await getUserByEmail(db.reads, actor)).id;
      const filter = { actorId, actions: action && [action] };
      return listAuditEntries(db.reads, filter, { page: 1, limit, offset: 0 });
    });
    const entries = rows.map(({ createdAt, details, ...entry }) => ({
      ...entry,
      createdAt: toIso(createdAt),
      details: JSON.parse(details) as object,
    }));
    const lines = entries.map((entry) => [
      entry.createdAt,
      entry.action,
      entry.actorEmail ?? (entry.address === null ? 'command line' : 'unknown'),
      entry.address ?? '',
      `${entry.subjectKind} ${entry.subjectName ?? entry.subjectId}`,
    ]);
    return { json: { entries }, text: lines.length > 0 ? formatFields(lines) : 'No entries.\n' };
  },
});
