import { toIso } from '../platform/instant.ts';
import { linkStates } from '../projects/repositories/repository-trust.ts';
import { formatFields } from './columns.ts';
import { command, optionalWord } from './command.ts';
import { withContext } from './with-context.ts';

export const repositoryList = command({
  arguments: {},
  options: { state: optionalWord('STATE', linkStates, 'Only links in this state. One of') },
  examples: ['docket repository list', 'docket repository list --state waiting --json'],
  run: async ({ state }, commandContext) => {
    const { findTrust, listLinksForOperator } = await import('../projects/index.ts');
    const links = await withContext(commandContext, async ({ db, repositoryTrust }) =>
      (await listLinksForOperator(db, state)).map((link) => ({
        repository: link.name,
        state: link.state,
        trustedBecause: findTrust(repositoryTrust, link) ?? null,
        project: { id: link.projectId, key: link.projectKey, name: link.projectName },
        linkedBy: link.linkedByName,
        linkedAt: link.linkedAt === 0 ? null : toIso(link.linkedAt),
      })),
    );
    const lines = links.map(({ repository, state, trustedBecause, project, linkedBy }) => [
      project.key,
      repository,
      state === 'waiting' && trustedBecause ? `waiting (${trustedBecause})` : state,
      linkedBy === null ? '' : `linked by ${linkedBy}`,
    ]);
    const text =
      lines.length > 0 ? formatFields(lines) : 'No repositories. Projects link them in their settings.\n';
    return { json: { repositories: links }, text };
  },
});
