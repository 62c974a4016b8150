import { columns } from '../columns.ts';
import { clientCommand, requiredText } from '../command.ts';
import { urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { formatTable } from './table.ts';
import { escapeControls, toLine } from './terminal-text.ts';

export const projectList = clientCommand({
  arguments: {},
  options: { url: urlOption },
  examples: ['docket project list'],
  run: async ({ url }, context) => {
    const client = await connect(context, url);
    const projects = [];
    for await (const project of client.listProjects.all()) projects.push(project);
    const rows = projects.map(({ key, visibility, status, name }) => [key, visibility, status, name]);
    const table = formatTable(context, ['KEY', 'VISIBILITY', 'STATUS', 'NAME'], rows, 3);
    return { json: { projects }, text: projects.length === 0 ? 'No projects.\n' : table };
  },
});

export const projectShow = clientCommand({
  arguments: { project: requiredText('PROJECT', 'The key or id of the project.') },
  options: { url: urlOption },
  examples: ['docket project show APP'],
  run: async ({ project: id, url }, context) => {
    const { data: project } = await (await connect(context, url)).getProject({ params: { id } });
    const { key, name, description, visibility, status, createdAt, updatedAt } = project;
    const fields = columns([
      ['visibility', visibility],
      ['status', status],
      ['created', createdAt],
      ['updated', updatedAt],
    ]);
    const parts = [
      `${key}  ${toLine(name)}`,
      fields.join('\n'),
      ...(description ? [escapeControls(description)] : []),
    ];
    return { json: { project }, text: `${parts.join('\n\n')}\n` };
  },
});
