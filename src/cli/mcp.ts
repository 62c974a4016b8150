import { findScopeByKey } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { newRemoteToolbox, newToolbox, newTools, serveOverStdio, type Toolbox } from '../mcp/index.ts';
import { unauthorized } from '../platform/errors.ts';
import { newOutboundHttp } from '../platform/outbound-http/index.ts';
import { command, optionalText, UsageError } from './command.ts';
import { withContext } from './with-context.ts';

/** Serves the same tools as /mcp over standard input and output. */
export const mcp = command({
  arguments: {},
  options: {
    url: optionalText('URL', 'The address of Docket. Default: DOCKET_URL, or else the local database.'),
  },
  examples: [
    'DOCKET_API_KEY=dkt_… docket mcp',
    'DOCKET_API_KEY=dkt_… docket mcp --url https://docket.example.org',
  ],
  run: async ({ url }, commandContext) => {
    const { DOCKET_API_KEY: apiKey, DOCKET_URL } = commandContext.config;
    if (apiKey === undefined) throw new UsageError('DOCKET_API_KEY is not set. The tools need an API key.');
    const address = url ?? DOCKET_URL;
    await (address === undefined
      ? withContext(commandContext, (context) => serveLocal(context, apiKey))
      : serveRemote(address, apiKey));
    return { json: {}, text: '' };
  },
});

async function serveRemote(address: string, apiKey: string): Promise<void> {
  if (!URL.canParse(address))
    throw new UsageError(`--url is ${JSON.stringify(address)}, but must be an http or https address.`);
  const http = newOutboundHttp({ egress: 'private' });
  const toolbox = newRemoteToolbox(http, address, apiKey);
  // Fails now, not at the first tool call, if the key or the address is wrong.
  await toolbox.list();
  await serveOverStdio(toolbox).finally(() => http.close());
}

async function serveLocal({ db, clock, logger, docs }: Context, apiKey: string): Promise<void> {
  const tools = newTools(docs);
  const openToolbox = async () => {
    // Looked up at each call, so that a deleted key stops working at once.
    const scope = await findScopeByKey(db, clock, apiKey);
    if (!scope) throw unauthorized();
    return newToolbox(tools, scope, logger);
  };
  const toolbox: Toolbox = {
    list: async () => (await openToolbox()).list(),
    call: async (name, input, report) => (await openToolbox()).call(name, input, report),
  };
  await openToolbox();
  await serveOverStdio(toolbox);
}
