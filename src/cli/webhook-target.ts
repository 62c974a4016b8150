import { toIso } from '../platform/instant.ts';
import { formatFields } from './columns.ts';
import { command, optionalText, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const webhookTargetList = command({
  arguments: {},
  options: {},
  examples: ['docket webhook-target list'],
  run: async (_, commandContext) => {
    const { listTargetsForOperator } = await import('../outbound-webhooks/index.ts');
    const { webhookEgress: egress, WEBHOOK_PRIVATE_TARGETS: environment } = commandContext.config;
    const rows = await withContext(commandContext, ({ db }) => listTargetsForOperator(db));
    const targets = rows.map(({ id, target, note, addedAt, addedByName }) => ({
      ...{ id, target, note },
      addedBy: addedByName,
      addedAt: toIso(addedAt),
    }));
    const lines = [
      ...environment.map((target) => [target, 'WEBHOOK_PRIVATE_TARGETS', '']),
      ...targets.map(({ target, note, addedBy }) => [
        target,
        addedBy === null ? 'added on the command line' : `added by ${addedBy}`,
        note,
      ]),
    ];
    const rule =
      egress === 'private'
        ? 'WEBHOOK_EGRESS is private: webhooks reach private networks without this list.\n'
        : '';
    const text =
      lines.length > 0 ? formatFields(lines) : 'No targets. Add one: docket webhook-target add --help\n';
    return { json: { egress, environment, targets }, text: rule + text };
  },
});

export const webhookTargetAdd = command({
  arguments: {
    target: requiredText(
      'TARGET',
      'A host name, *. and a domain, an address or a network. A host or address may have a port.',
    ),
  },
  options: { note: optionalText('TEXT', 'Why, for those who read the list later.') },
  examples: [
    'docket webhook-target add ci.internal:8080 --note "Build server"',
    'docket webhook-target add 10.1.0.0/16',
  ],
  run: async ({ target, note }, commandContext) => {
    const { addTargetForOperator } = await import('../outbound-webhooks/index.ts');
    const added = await withContext(commandContext, ({ db }) =>
      addTargetForOperator(db, { clock: commandContext.clock }, { target, note: note?.slice(0, 500) }),
    );
    return {
      json: { target: { id: added.id, target: added.target, note: added.note } },
      text: `Webhooks may reach ${added.target}, within a second.\n`,
    };
  },
});

export const webhookTargetRemove = command({
  arguments: { target: requiredText('TARGET', 'The target as it is listed, or its id.') },
  options: {},
  examples: ['docket webhook-target remove ci.internal:8080'],
  run: async ({ target }, commandContext) => {
    const { removeTargetForOperator } = await import('../outbound-webhooks/index.ts');
    const removed = await withContext(commandContext, ({ db }) =>
      removeTargetForOperator(db, { clock: commandContext.clock }, target),
    );
    return {
      json: { target: { id: removed.id, target: removed.target } },
      text: `Webhooks no longer reach ${removed.target}, within a second.\n`,
    };
  },
});
