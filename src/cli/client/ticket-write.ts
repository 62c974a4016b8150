import { clientCommand, flag, optionalText, requiredText, UsageError } from '../command.ts';
import { choiceOptions, type OptionField, readChoices } from './choice-fields.ts';
import { type ClientContext, readText } from './client-context.ts';
import { urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { toLine } from './terminal-text.ts';

const ticketArgument = requiredText('TICKET', 'The key or id of the ticket.');
const fields = {
  description: optionalText('TEXT', 'The description in Markdown; - reads it from standard input.'),
  ...choiceOptions,
  assignee: optionalText('WHO', 'me, an e-mail address or a user id.'),
  due: optionalText('DATE', 'A date such as 2026-12-24, or a date and time.'),
  estimate: optionalText('NUMBER', 'The estimate, in the unit of the project; none removes it.'),
  parent: optionalText('TICKET', 'The ticket that this is a part of.'),
};

const forceOptions = {
  force: flag(
    'Close it even if it has open children or, with --reason, if gates of the project ask for more.',
  ),
  reason: optionalText('TEXT', 'With --force: why it is done although something is missing.'),
};

export const ticketCreate = clientCommand({
  arguments: { title: requiredText('TITLE', 'The title.') },
  options: {
    project: optionalText('KEY', 'The project.'),
    template: optionalText('NAME', 'The name or id of a template of the project; other options win over it.'),
    ...fields,
    label: optionalText('NAME,…', 'Labels, separated by commas.'),
    url: urlOption,
  },
  examples: [
    'docket ticket create "Login fails" --project APP --type BUG --assignee me',
    'docket ticket create "Login fails" --project APP --description - < report.md',
  ],
  run: async ({ title, project, template, label, url, ...given }, context) => {
    const body = {
      title,
      ...(template !== undefined && { template }),
      ...(project !== undefined && { projectId: project }),
      ...(await toFields(context, given)),
      ...(label !== undefined && { labelIds: list(label) }),
    };
    const { data: ticket } = await (await connect(context, url)).createTicket({ body });
    return { json: { ticket }, text: `Created ${ticket.key ?? ticket.id}.\n` };
  },
});

export const ticketEdit = clientCommand({
  arguments: { ticket: ticketArgument },
  options: {
    title: optionalText('TEXT', 'A new title.'),
    ...fields,
    assignee: optionalText('WHO', 'me, none, an e-mail address or a user id.'),
    'add-label': optionalText('NAME,…', 'Labels to add, separated by commas.'),
    'remove-label': optionalText('NAME,…', 'Labels to remove, separated by commas.'),
    ...forceOptions,
    url: urlOption,
  },
  examples: [
    'docket ticket edit APP-7 --status in_progress --assignee me',
    'docket ticket edit APP-7 --add-label urgent',
  ],
  run: async (
    { ticket: id, title, 'add-label': add, 'remove-label': remove, force, reason, url, ...given },
    context,
  ) => {
    const body = {
      ...(title !== undefined && { title }),
      ...(await toFields(context, given)),
      ...(add !== undefined && { addLabels: list(add) }),
      ...(remove !== undefined && { removeLabels: list(remove) }),
    };
    if (Object.keys(body).length === 0)
      throw new UsageError('Nothing to change: name at least one field.\nSee: docket ticket edit --help');
    const { data: ticket } = await (await connect(context, url)).updateTicket({
      params: { id },
      body: { ...body, ...(force && { force }), ...(reason !== undefined && { reason }) },
    });
    return { json: { ticket }, text: `Changed ${ticket.key ?? ticket.id}.\n` };
  },
});

export const ticketComment = clientCommand({
  arguments: {
    ticket: ticketArgument,
    text: requiredText('TEXT', 'The comment in Markdown; - reads it from standard input.'),
  },
  options: { url: urlOption },
  examples: ['docket ticket comment APP-7 "Fixed in 1.2"', 'git log -1 | docket ticket comment APP-7 -'],
  run: async ({ ticket: id, text, url }, context) => {
    const content = await readText(context, text);
    const { data: comment } = await (await connect(context, url)).addComment({
      params: { id },
      body: { content },
    });
    return { json: { comment }, text: `Commented on ${toLine(id)}.\n` };
  },
});

export const ticketClose = clientCommand({
  arguments: { ticket: ticketArgument },
  options: {
    cancelled: flag('Close it as cancelled instead of done.'),
    ...forceOptions,
    comment: optionalText('TEXT', 'A comment on why; - reads it from standard input.'),
    url: urlOption,
  },
  examples: [
    'docket ticket close APP-7',
    'docket ticket close APP-7 --cancelled --comment "Cannot be reproduced"',
    'docket ticket close APP-7 --force --reason "Hotfix, reviewed by phone"',
  ],
  run: async ({ ticket: id, cancelled, force, reason, comment, url }, context) => {
    const client = await connect(context, url);
    const content = comment === undefined ? undefined : await readText(context, comment);
    const status = cancelled ? 'cancelled' : 'done';
    const body = { status, ...(force && { force }), ...(reason !== undefined && { reason }) } as const;
    const { data: ticket } = await client.updateTicket({ params: { id }, body });
    if (content !== undefined) await client.addComment({ params: { id }, body: { content } });
    return { json: { ticket }, text: `Closed ${ticket.key ?? ticket.id} as ${status}.\n` };
  },
});

export const ticketReview = clientCommand({
  arguments: { ticket: ticketArgument },
  options: {
    approve: flag('Approve the work.'),
    changes: flag('Ask for changes; the agent that did the work gets a follow-up.'),
    comment: optionalText('TEXT', 'What you saw, or what should change; - reads it from standard input.'),
    commit: optionalText('SHA', 'The commit that you looked at. Default: the newest known one.'),
    url: urlOption,
  },
  examples: [
    'docket ticket review APP-7 --approve',
    'docket ticket review APP-7 --changes --comment "Round half up, please."',
  ],
  run: async ({ ticket: id, approve, changes, comment, commit, url }, context) => {
    if (approve === changes)
      throw new UsageError('Give one of --approve and --changes.\nSee: docket ticket review --help');
    const client = await connect(context, url);
    const body = {
      verdict: approve ? 'approve' : 'changes',
      ...(comment !== undefined && { comment: await readText(context, comment) }),
      ...(commit !== undefined && { commit }),
    } as const;
    const { data: review } = await client.addReview({ params: { id }, body });
    const said = approve ? 'Approved' : 'Asked for changes of';
    const ignored = review.counts ? '' : ` It does not count: ${ignoredBecause[review.reason ?? 'stale']}.`;
    return { json: { review }, text: `${said} ${toLine(id)}.${ignored}\n` };
  },
});

const ignoredBecause = {
  assignee: 'the ticket is assigned to you',
  author: 'you made the change',
  agent_owner: 'your agent made the change',
  stale: 'there is a newer commit',
  superseded: 'you reviewed again',
};

interface Given extends Record<OptionField, string | undefined> {
  description: string | undefined;
  assignee: string | undefined;
  due: string | undefined;
  estimate: string | undefined;
  parent: string | undefined;
}

async function toFields(context: ClientContext, given: Given) {
  const { description, assignee, due, estimate, parent, ...choices } = given;
  return {
    ...(description !== undefined && { description: await readText(context, description) }),
    ...readChoices(choices),
    ...(assignee !== undefined && { assigneeId: assignee === 'none' ? null : assignee }),
    ...(due !== undefined && { dueDate: due }),
    ...(estimate !== undefined && { estimate: readEstimate(estimate) }),
    ...(parent !== undefined && { parentId: parent }),
  };
}

function readEstimate(text: string): number | null {
  if (text === 'none') return null;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError(`--estimate takes a number such as 3 or 0.5, or none, not ${toLine(text)}.`);
}

const list = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
