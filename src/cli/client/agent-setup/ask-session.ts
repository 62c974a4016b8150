import type { Client } from '../../../../sdk/index.ts';
import { optionalText } from '../../command.ts';
import type { ClientContext } from '../client-context.ts';
import { parseAddress } from '../connection.ts';
import { readCredentials } from '../credentials.ts';
import { openSession, warnIfReadable } from '../login.ts';
import { toLine } from '../terminal-text.ts';
import type { Answers } from './answers.ts';

export const sessionOptions = {
  url: optionalText(
    'URL',
    'The address of Docket. Default: DOCKET_URL, that of docket login, or else you are asked.',
  ),
  email: optionalText(
    'EMAIL',
    'Your e-mail address. The password is asked for, or read from standard input.',
  ),
};

/** A session of the person: agents and their keys are not managed with an API key. The caller ends it with `signOut`. */
export async function askSession(
  context: ClientContext,
  answers: Answers,
  { url, email }: { url?: string | undefined; email?: string | undefined },
): Promise<{ client: Client; url: string }> {
  const stored = await readCredentials(context);
  const known = url ?? (context.environment.DOCKET_URL || undefined) ?? stored.current;
  const address = await answers.ask({
    ...{ text: 'Address of Docket: ', option: '--url', given: known, proposal: context.localUrl },
  });
  const server = parseAddress(address, '--url');
  warnIfReadable(context, server);
  const person = await answers.ask({
    ...{ text: 'E-mail: ', option: '--email', given: email, proposal: stored.servers[server]?.email },
  });
  const password = await answers.ask({ text: 'Password: ', option: 'The password', isSecret: true });
  const client = await openSession(context, server, person, password);
  context.prompt.remark(`Signed in to ${server} as ${toLine(person)}.`);
  return { client, url: server };
}
