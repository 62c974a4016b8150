import { clientCommand } from '../command.ts';
import { urlOption } from './common-options.ts';
import { findConnection } from './connection.ts';
import { bridgeMcp } from './mcp-bridge.ts';

/** Serves the tools of /mcp over standard input and output. */
export const mcp = clientCommand({
  arguments: {},
  options: { url: urlOption },
  examples: ['DOCKET_API_KEY=dkt_… docket mcp --url https://docket.example.org'],
  run: async ({ url }, context) => {
    await bridgeMcp(await findConnection(context, url), process.stdin, process.stdout);
    return { json: {}, text: '' };
  },
});
