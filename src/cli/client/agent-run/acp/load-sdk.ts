import { UsageError } from '../../../command.ts';

export type Acp = typeof import('@agentclientprotocol/sdk');

/** The library is loaded only by --agent and --acp. The package docket-cli contains it; a server without its development tools does not. */
export async function loadSdk(): Promise<Acp> {
  try {
    return await import('@agentclientprotocol/sdk');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      'The library of the Agent Client Protocol is missing. Install the package docket-cli from /downloads/docket-cli.tgz of your Docket, which contains it, or in the folder of the server: npm install --no-save @agentclientprotocol/sdk@2.4.0. --exec works without it.',
    );
  }
}
