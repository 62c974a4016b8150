import { clientCommand, optionalText, optionalTexts, requiredText, UsageError } from '../command.ts';
import { urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { formatTable } from './table.ts';
import { toLine } from './terminal-text.ts';

export const releaseList = clientCommand({
  arguments: { project: requiredText('PROJECT', 'The key or id of the project.') },
  options: { url: urlOption },
  examples: ['docket release list APP'],
  run: async ({ project: id, url }, context) => {
    const client = await connect(context, url);
    const releases = [];
    for await (const release of client.listReleases.all({ params: { id } })) releases.push(release);
    const rows = releases.map(({ version, ticketCount, createdAt, repository, error, isRead }) => [
      version,
      String(ticketCount ?? 0),
      createdAt.slice(0, 10),
      repository ?? '-',
      toLine(error ?? (isRead ? '' : 'not read yet')),
    ]);
    const table = formatTable(context, ['VERSION', 'TICKETS', 'DATE', 'REPOSITORY', 'PROBLEM'], rows, 4);
    return { json: { releases }, text: releases.length === 0 ? 'No releases.\n' : table };
  },
});

export const releaseAdd = clientCommand({
  arguments: {
    project: requiredText('PROJECT', 'The key or id of the project.'),
    tickets: optionalTexts('TICKET…', 'With --version: the tickets that it contains, by key or id.'),
  },
  options: {
    version: optionalText('VERSION', 'Record this version with the tickets.'),
    tag: optionalText('TAG', 'Let Docket read what this tag of a linked repository contains.'),
    repository: optionalText('OWNER/NAME', 'The repository of the tag, if the project links several.'),
    url: urlOption,
  },
  examples: [
    'docket release add APP --tag v1.4',
    'docket release add APP APP-7 APP-9 --version "Firmware 12"',
  ],
  run: async ({ project: id, tickets, version, tag, repository, url }, context) => {
    if ((version === undefined) === (tag === undefined))
      throw new UsageError('Give either --version with the tickets, or --tag.');
    const body = {
      ...(version !== undefined && { version, ticketIds: tickets }),
      ...(tag !== undefined && { tag }),
      ...(repository !== undefined && { repository }),
    };
    const client = await connect(context, url);
    const { data: release } = await client.addRelease({ params: { id }, body });
    const text = release.isRead ? `Recorded ${release.version}.` : `Docket reads ${release.tag} now.`;
    return { json: { release }, text: `${toLine(text)}\n` };
  },
});
