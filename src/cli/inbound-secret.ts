import { providers } from '../inbound-webhooks/code-event.ts';
import { formatFields } from './columns.ts';
import { command, requiredText, requiredWord } from './command.ts';
import { withContext } from './with-context.ts';

const project = requiredText('PROJECT', 'The key or id of the project.');
const provider = requiredWord('HOST', providers, 'The code host. One of');

export const inboundSecretList = command({
  arguments: { project },
  options: {},
  examples: ['docket inbound-secret list PAY'],
  run: async ({ project: ref }, commandContext) => {
    const { listInboundSecretsForOperator, presentInboundSecret } = await import(
      '../inbound-webhooks/index.ts'
    );
    const { serverUrl } = commandContext.config;
    const rows = await withContext(commandContext, ({ db }) => listInboundSecretsForOperator(db, ref));
    const secrets = rows.map((row) => presentInboundSecret(row, serverUrl));
    const lines = secrets.map(({ provider, url, setAt, setBy }) => [
      provider,
      url,
      `set ${setAt} ${setBy === null ? 'on the command line' : `by ${setBy.name}`}`,
    ]);
    const text =
      lines.length > 0
        ? formatFields(lines)
        : `No secrets. Create one: docket inbound-secret create ${ref} github\n`;
    return { json: { secrets }, text };
  },
});

export const inboundSecretCreate = command({
  arguments: { project, provider },
  options: {},
  examples: ['docket inbound-secret create PAY github'],
  run: async ({ project: ref, provider: name }, commandContext) => {
    const { presentInboundSecret, setInboundSecretForOperator } = await import(
      '../inbound-webhooks/index.ts'
    );
    const { clock, config } = commandContext;
    const made = await withContext(commandContext, ({ db, secretBox }) =>
      setInboundSecretForOperator(db, { clock }, secretBox, ref, name),
    );
    const { id, url } = presentInboundSecret(made, config.serverUrl);
    return {
      json: { id, provider: name, url, secret: made.secret },
      text: formatFields([
        ['address', url],
        ['secret', made.secret],
      ]),
    };
  },
});

export const inboundSecretRevoke = command({
  arguments: { project, provider },
  options: {},
  examples: ['docket inbound-secret revoke PAY github'],
  run: async ({ project: ref, provider: name }, commandContext) => {
    const { deleteInboundSecretForOperator } = await import('../inbound-webhooks/index.ts');
    const { clock } = commandContext;
    const id = await withContext(commandContext, ({ db }) =>
      deleteInboundSecretForOperator(db, { clock }, ref, name),
    );
    return { json: { id, provider: name }, text: `Deleted the secret of ${ref} for ${name}.\n` };
  },
});
