import type { Context } from '../composition/context.ts';
import type { Toolbox } from '../mcp/index.ts';
import { unauthorized } from '../platform/errors.ts';
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
    if (url !== undefined || DOCKET_URL !== undefined) {
      const { findConnection } = await import('./client/connection.ts');
      const { bridgeMcp } = await import('./client/mcp-bridge.ts');
      await bridgeMcp(await findConnection(commandContext, url), process.stdin, process.stdout);
    } else {
      if (apiKey === undefined) throw new UsageError('DOCKET_API_KEY is not set. The tools need an API key.');
      await withContext(commandContext, (context) => serveLocal(context, apiKey));
    }
    return { json: {}, text: '' };
  },
});

async function serveLocal(context: Context, apiKey: string): Promise<void> {
  const { findScopeByKey } = await import('../auth/index.ts');
  const { newToolbox, newTools, serveOverStdio } = await import('../mcp/index.ts');
  const { db, clock, logger } = context;
  const tools = newTools(context);
  const openToolbox = async () => {
    // Looked up at each call, so that a deleted key stops working at once.
    const scope = await findScopeByKey(db, clock, apiKey);
    if (!scope) throw unauthorized();
    return newToolbox(tools, scope, logger);
  };
  const toolbox: Toolbox = {
    list: async () => (await openToolbox()).list(),
    call: async (name, input, report) => (await openToolbox()).call(name, input, report),
    tasks: {
      get: async (id) => (await openToolbox()).tasks.get(id),
      update: async (id, responses) => (await openToolbox()).tasks.update(id, responses),
      cancel: async (id) => (await openToolbox()).tasks.cancel(id),
    },
    listResources: async () => (await openToolbox()).listResources(),
    readResource: async (uri) => (await openToolbox()).readResource(uri),
  };
  await openToolbox();
  await serveOverStdio(toolbox);
}
