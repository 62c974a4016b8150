import { Refusal } from '../platform/errors.ts';
import { command, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const tokenCreate = command({
  arguments: { project: requiredText('PROJECT', 'The key or id of the project that receives the events.') },
  options: { name: requiredText('NAME', 'A name for the token.') },
  examples: ['docket token create PAY --name CI', 'docket token create PAY --name monitoring --json'],
  run: async ({ project: ref, name: given }, commandContext) => {
    const { AccessTokenInput, makeAccessToken } = await import('../inbound-webhooks/index.ts');
    const { parseInput } = await import('../platform/validation/index.ts');
    const { findAnyProject } = await import('../projects/index.ts');
    const { name } = parseInput(AccessTokenInput, { name: given });
    const { clock, config } = commandContext;
    const { project, made } = await withContext(commandContext, ({ db }) =>
      db.transaction(async (tx) => {
        const found = await findAnyProject(tx, ref);
        if (!found || found.status === 'deleted')
          throw new Refusal('NOT_FOUND', `No project has the key or id ${ref}`);
        return { project: found, made: await makeAccessToken(tx, { clock }, found.id, name) };
      }),
    );
    const json = {
      id: made.id,
      name,
      project: { id: project.id, key: project.key, name: project.name },
      token: made.token,
      url: `${config.serverUrl}/webhooks/generic`,
    };
    return { json, text: `${made.token}\n` };
  },
});
