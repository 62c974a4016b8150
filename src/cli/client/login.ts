import { hostname } from 'node:os';
import { type Client, createClient } from '../../../sdk/index.ts';
import { clientCommand, flag, optionalText, UsageError } from '../command.ts';
import type { ClientContext } from './client-context.ts';
import { parseAddress } from './connection.ts';
import { credentialsFile, readCredentials, writeCredentials } from './credentials.ts';
import { toLine } from './terminal-text.ts';

/** Stores an API key for a server. A password is used once, to create the key, and not stored. */
export const login = clientCommand({
  arguments: {},
  options: {
    url: optionalText('URL', 'The address of Docket. Default: DOCKET_URL, or else you are asked.'),
    email: optionalText(
      'EMAIL',
      'Your e-mail address. The password is asked for, or read from standard input.',
    ),
    'with-key': flag('Read an API key from standard input instead of an e-mail address and a password.'),
  },
  examples: [
    'docket login --url https://docket.example.org',
    'docket login --url https://docket.example.org --with-key < key.txt',
  ],
  run: async ({ url: givenUrl, email: givenEmail, 'with-key': withKey }, context) => {
    const url = parseAddress(
      await complete(context, givenUrl ?? context.environment.DOCKET_URL, '--url', 'Address of Docket: '),
      givenUrl === undefined ? 'DOCKET_URL' : '--url',
    );
    warnIfReadable(context, url);
    const key = withKey
      ? await checkKey(url, await readSecret(context, 'API key: '))
      : await createKey(
          context,
          url,
          await complete(context, givenEmail, '--email', 'E-mail: '),
          await readSecret(context, 'Password: '),
        );
    const { servers } = await readCredentials(context);
    await writeCredentials(context, { current: url, servers: { ...servers, [url]: key } });
    const file = credentialsFile(context);
    return {
      json: { url, email: key.email, file },
      text: `Signed in to ${url} as ${toLine(key.email)}. The API key is stored in ${file}.\n`,
    };
  },
});

async function complete(
  { prompt }: ClientContext,
  given: string | undefined,
  option: string,
  question: string,
): Promise<string> {
  if (given) return given;
  if (!prompt.isInteractive)
    throw new UsageError(`${option} is missing, and there is no terminal to ask at.`);
  return prompt.ask(question);
}

async function readSecret({ prompt }: ClientContext, question: string): Promise<string> {
  const secret = prompt.isInteractive
    ? await prompt.askHidden(question)
    : ((await prompt.readInput()).split(/\r?\n/)[0] as string);
  if (secret === '') throw new UsageError('The password or API key on standard input is empty.');
  return secret;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export function warnIfReadable({ prompt }: ClientContext, url: string): void {
  const { protocol, hostname: host } = new URL(url);
  if (protocol === 'http:' && !loopbackHosts.has(host))
    prompt.remark(
      `Warning: ${url} has no encryption. Everybody on the way can read the password and the key.`,
    );
}

async function askCode({ prompt }: ClientContext): Promise<string> {
  if (!prompt.isInteractive)
    throw new UsageError(
      'The account has a second factor, and there is no terminal to ask for its code at. Create an API key in the web app and use --with-key.',
    );
  return prompt.ask('Code of your authenticator app, or a recovery code: ');
}

async function checkKey(url: string, apiKey: string) {
  const { data: profile } = await createClient({ baseUrl: url, apiKey }).getProfile();
  return { apiKey, email: profile.email };
}

async function createKey(context: ClientContext, url: string, email: string, password: string) {
  const client = await openSession(context, url, email, password);
  const name = `docket on ${hostname()}`.slice(0, 100);
  const { data: key } = await client.createApiKey({ body: { name } });
  await client.signOut();
  return { apiKey: key.key, keyId: key.id, email };
}

/** Signs in with a password. API keys cannot manage agents and keys, a session can; end it with `signOut`. */
export async function openSession(
  context: ClientContext,
  url: string,
  email: string,
  password: string,
): Promise<Client> {
  let cookie = '';
  const keepCookie: typeof fetch = async (address, request) => {
    const response = await fetch(address, request);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return response;
  };
  const { data } = await createClient({ baseUrl: url, fetch: keepCookie }).signIn({
    body: { email, password },
  });
  if ('secondFactor' in data) {
    const second = createClient({ baseUrl: url, fetch: keepCookie, cookie });
    await second.signInWithSecondFactor({ body: { code: await askCode(context) } });
  }
  return createClient({ baseUrl: url, cookie });
}
