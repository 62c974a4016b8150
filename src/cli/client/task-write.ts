import type { AgentTask, Client } from '../../../sdk/index.ts';
import { clientCommand, flag, optionalText, requiredText, UsageError } from '../command.ts';
import { readText } from './client-context.ts';
import { urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { findPersonId, findTaskId } from './find-names.ts';
import { taskArgument } from './task-read.ts';
import { toLine } from './terminal-text.ts';

export const taskCreate = clientCommand({
  arguments: {
    ticket: requiredText('TICKET', 'The key or id of the ticket that the task is about.'),
    instructions: requiredText('TEXT', 'What to do, in Markdown; - reads it from standard input.'),
  },
  options: {
    agent: optionalText('WHO', 'The only agent that may claim it. Default: any agent of the project.'),
    title: optionalText('TEXT', 'The title. Default: that of the ticket.'),
    url: urlOption,
  },
  examples: ['docket task create APP-7 "Fix it, with a test" --agent Pilot'],
  run: async ({ ticket: ref, instructions, agent, title, url }, context) => {
    const client = await connect(context, url);
    const { data: ticket } = await client.getTicket({ params: { id: ref } });
    const { data: task } = await client.createAgentTask({
      body: {
        ticketId: ticket.id,
        title: title ?? ticket.title,
        instructions: await readText(context, instructions),
        ...(agent !== undefined && { agentId: await findPersonId(client, agent) }),
      },
    });
    return { json: { task }, text: `Created the task ${task.id}.\n${describeHold(task)}` };
  },
});

export const taskAnswer = clientCommand({
  arguments: {
    task: taskArgument,
    text: optionalText('TEXT', 'The answer; - reads it from standard input.'),
  },
  options: {
    values: optionalText(
      'NAME=VALUE,…',
      'Values for the fields of the question; or a JSON object with them.',
    ),
    approve: flag('Approve what the agent asks to do.'),
    reject: flag('Do not approve it.'),
    reason: optionalText('TEXT', 'Why you approve or reject.'),
    seen: optionalText('VERSION', 'The version that you decide about, if it has changed since the question.'),
    url: urlOption,
  },
  examples: [
    'docket task answer APP-7 "Yes, also the menu"',
    'docket task answer APP-7 --values plan=b,tests=true',
    'docket task answer APP-7 --reject --reason "Not before Monday"',
  ],
  run: async ({ task: ref, text, values, approve, reject, reason, seen, url }, context) => {
    const given = [text !== undefined, values !== undefined, approve, reject].filter(Boolean);
    if (given.length !== 1)
      throw new UsageError(
        'Give one of TEXT, --values, --approve and --reject.\nSee: docket task answer --help',
      );
    const client = await connect(context, url);
    const id = await findTaskId(client, ref);
    const { data: asked } = await client.getAgentTask({ params: { id } });
    const decision = {
      approve,
      ...(reason !== undefined && { reason }),
      ...(seen !== undefined && { version: /^\d+$/.test(seen) ? Number(seen) : seen }),
    };
    const body =
      text !== undefined
        ? { answer: await readText(context, text) }
        : values !== undefined
          ? { values: readValues(asked, values) }
          : decision;
    const { data: task } = await client.answerAgentTask({ params: { id }, body });
    return { json: { task }, text: 'Answered; the task goes on.\n' };
  },
});

/** In pairs, numbers and booleans are told apart from texts by the form of the question. */
function readValues({ form }: AgentTask, given: string): Record<string, unknown> {
  const object = given.startsWith('{') ? readJson(given) : undefined;
  if (typeof object === 'object') return object as Record<string, unknown>;
  const fields = (form?.properties ?? {}) as Record<string, { type?: string }>;
  return Object.fromEntries(
    given.split(',').map((pair) => {
      const [, name, text] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || text === undefined)
        throw new UsageError(`--values takes NAME=VALUE, not ${toLine(pair)}.`);
      return [name, fields[name]?.type === 'string' ? text : readJson(text)];
    }),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const taskMessage = clientCommand({
  arguments: {
    task: taskArgument,
    text: requiredText('TEXT', 'What to say to the agent at work; - reads it from standard input.'),
  },
  options: { url: urlOption },
  examples: ['docket task message APP-7 "Leave the menu as it is"'],
  run: async ({ task: ref, text, url }, context) => {
    const client = await connect(context, url);
    const params = { id: await findTaskId(client, ref) };
    const body = { text: await readText(context, text) };
    const { data: message } = await client.sendAgentTaskMessage({ params, body });
    return { json: { message }, text: 'Sent; the agent reads it with its next report.\n' };
  },
});

const change = (
  verb: string,
  done: string,
  run: (client: Client, id: string) => Promise<{ data: AgentTask }>,
) =>
  clientCommand({
    arguments: { task: taskArgument },
    options: { url: urlOption },
    examples: [`docket task ${verb} APP-7`],
    run: async ({ task: ref, url }, context) => {
      const client = await connect(context, url);
      const { data: task } = await run(client, await findTaskId(client, ref));
      return { json: { task }, text: `${done}\n${describeHold(task)}` };
    },
  });

const describeHold = ({ heldReason }: AgentTask) =>
  heldReason === undefined ? '' : `It is held: ${toLine(heldReason)}\n`;

export const taskStop = change(
  'stop',
  'Asked the agent to end; it does so with its next report.',
  (client, id) => client.stopAgentTask({ params: { id } }),
);

export const taskCancel = change('cancel', 'Cancelled the task.', (client, id) =>
  client.cancelAgentTask({ params: { id } }),
);

export const taskRetry = change('retry', 'Queued the task again.', (client, id) =>
  client.retryAgentTask({ params: { id } }),
);
