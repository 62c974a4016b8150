import type { Decision } from '../projects/index.ts';
import { command, optionalText, requiredText } from './command.ts';
import { withContext } from './with-context.ts';

const decide = (decision: Decision, verb: string, examples: string[]) =>
  command({
    arguments: {
      project: requiredText('PROJECT', 'The key or id of the project.'),
      repository: optionalText(
        'REPOSITORY',
        'owner/name. Absent: all repositories of the project that wait.',
      ),
    },
    options: {},
    examples,
    run: async ({ project, repository }, commandContext) => {
      const { decideForOperator } = await import('../projects/index.ts');
      const links = await withContext(commandContext, ({ db }) =>
        decideForOperator(db, { clock: commandContext.clock }, project, repository, decision),
      );
      const names = links.map(({ name }) => name);
      return {
        json: { project, repositories: names, state: decision },
        text: names.length > 0 ? `${verb} ${names.join(', ')}.\n` : `No repository of ${project} waits.\n`,
      };
    },
  });

export const repositoryApprove = decide('approved', 'Approved', [
  'docket repository approve PAY acme/site',
  'docket repository approve PAY',
]);
export const repositoryRefuse = decide('refused', 'Refused', ['docket repository refuse PAY acme/site']);
