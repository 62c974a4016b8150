import { createClient, retryingFetch } from '../../../sdk/index.ts';
import { clientCommand, requiredText, UsageError } from '../command.ts';
import { parseAddress } from './connection.ts';

/** Sends a mail to the triage of a project. A mail server runs it for each message of an address. */
export const mailReceive = clientCommand({
  arguments: { url: requiredText('URL', 'The address for mail, from the settings of the project.') },
  options: {},
  examples: ['docket mail receive https://docket.example.org/api/intake/dkt_tri_… < message.eml'],
  run: async ({ url: given }, { prompt }) => {
    const [, baseUrl, token] = /^(.+)\/api\/intake\/([^/]+)$/.exec(parseAddress(given, 'The address')) ?? [];
    if (baseUrl === undefined || token === undefined)
      throw new UsageError('The address must end with /api/intake/ and a token.');
    const client = createClient({ baseUrl, fetch: retryingFetch({ attemptsMax: 3, waitMsMax: 10_000 }) });
    // The body of a form is documented; an address for mail takes any object.
    const body = { message: await prompt.readInput() } as unknown as { title: string };
    const { data } = await client.sendToTriage({ params: { token }, body });
    return { json: { key: data.key }, text: `Received as ${data.key ?? 'a ticket'}.\n` };
  },
});
