import { AccessTokenInput, makeAccessToken } from '../inbound-webhooks/index.ts';
import { Refusal } from '../platform/errors.ts';
import { parseInput } from '../platform/validation/index.ts';
import { findProject } from '../projects/index.ts';
import { command, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

export const tokenCreate = command({
  arguments: { project: requiredText('PROJECT', 'The key or id of the project that events are sent to.') },
  options: { name: requiredText('NAME', 'By which its admins know it.') },
  examples: ['docket token create PAY --name CI', 'docket token create PAY --name monitoring --json'],
  run: async ({ project: ref, name: given }, surroundings) => {
    const { name } = parseInput(AccessTokenInput, { name: given });
    const { clock, config } = surroundings;
    const { project, made } = await withContext(surroundings, ({ db }) =>
      db.transaction(async (tx) => {
        const found = await findProject(tx, ref, '');
        if (!found || found.status === 'deleted')
          throw new Refusal('NOT_FOUND', `No project has the key or id ${ref}`);
        return { project: found, made: await makeAccessToken(tx, found.id, name, null, clock.now()) };
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
