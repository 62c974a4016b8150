import { findScopeByKey } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { newRemoteToolbox, newToolbox, newTools, serveOverStdio, type Toolbox } from '../mcp/index.ts';
import { unauthorized } from '../platform/errors.ts';
import { newOutboundHttp } from '../platform/outbound-http/index.ts';
import { command, optionalText, UsageError } from './command.ts';
import { withContext } from './with-context.ts';

/** What the server offers at /mcp, for agents that start their tools as programs. */
export const mcp = command({
  arguments: {},
  options: {
    url: optionalText(
      'URL',
      'Where Docket is; DOCKET_URL when not given, and without either this machine’s database.',
    ),
  },
  examples: [
    'DOCKET_API_KEY=dkt_… docket mcp',
    'DOCKET_API_KEY=dkt_… docket mcp --url https://docket.example.org',
  ],
  run: async ({ url }, surroundings) => {
    const { DOCKET_API_KEY: apiKey, DOCKET_URL } = surroundings.config;
    if (apiKey === undefined)
      throw new UsageError('DOCKET_API_KEY is missing: the API key with which the tools work.');
    const address = url ?? DOCKET_URL;
    await (address === undefined
      ? withContext(surroundings, (context) => serveDatabase(context, apiKey))
      : serveElsewhere(address, apiKey));
    return { json: {}, text: '' };
  },
});

async function serveElsewhere(address: string, apiKey: string): Promise<void> {
  if (!URL.canParse(address))
    throw new UsageError(`--url is ${JSON.stringify(address)}, but must be an address.`);
  const http = newOutboundHttp({ egress: 'private' });
  const toolbox = newRemoteToolbox(http, address, apiKey);
  // A wrong key or address is said now, and not with the first call.
  await toolbox.list();
  await serveOverStdio(toolbox).finally(() => http.close());
}

async function serveDatabase({ db, clock, logger, docs }: Context, apiKey: string): Promise<void> {
  const tools = newTools(docs);
  const inHand = async () => {
    // Asked each time: a key that is deleted ends what it could do.
    const scope = await findScopeByKey(db, clock, apiKey);
    if (!scope) throw unauthorized();
    return newToolbox(tools, scope, logger);
  };
  const toolbox: Toolbox = {
    list: async () => (await inHand()).list(),
    call: async (name, input, report) => (await inHand()).call(name, input, report),
  };
  await inHand();
  await serveOverStdio(toolbox);
}
