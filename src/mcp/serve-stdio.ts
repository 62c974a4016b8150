import { once } from 'node:events';
import { loadSdk, newMcpServer } from './mcp-server.ts';
import type { Toolbox } from './toolbox.ts';

/** Serves the tools on standard input and output until the input ends. */
export async function serveOverStdio(toolbox: Toolbox): Promise<void> {
  const sdk = await loadSdk();
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const ended = once(process.stdin, 'close');
  const served = serveStdio(() => newMcpServer(sdk, toolbox));
  await ended;
  await served.close();
}
