import { createClient, DocketError } from '../../../sdk/index.ts';
import { clientCommand, optionalText } from '../command.ts';
import { NotSignedIn } from './client-errors.ts';
import { parseAddress } from './connection.ts';
import { readCredentials, writeCredentials } from './credentials.ts';

/** Removes the stored key, and deletes it on the server if `docket login` created it. */
export const logout = clientCommand({
  arguments: {},
  options: {
    url: optionalText('URL', 'The address of Docket. Default: the one that you signed in to last.'),
  },
  examples: ['docket logout'],
  run: async ({ url: given }, context) => {
    const { current, servers } = await readCredentials(context);
    const url = given === undefined ? current : parseAddress(given, '--url');
    const stored = url === undefined ? undefined : servers[url];
    if (url === undefined || stored === undefined)
      throw new NotSignedIn('No key is stored; nothing to remove.');
    const { [url]: _, ...others } = servers;
    const next = current === url ? Object.keys(others)[0] : current;
    // Removed first: a key that the server cannot delete now must not stay here.
    await writeCredentials(context, { ...(next !== undefined && { current: next }), servers: others });
    const isDeleted = stored.keyId !== undefined && (await deleteKey(url, stored.apiKey, stored.keyId));
    const advice = isDeleted
      ? ''
      : ' The API key itself is still valid: delete it in the settings of Docket.';
    return { json: { url, keyDeleted: isDeleted }, text: `Signed out of ${url}.${advice}\n` };
  },
});

async function deleteKey(baseUrl: string, apiKey: string, id: string): Promise<boolean> {
  try {
    await createClient({ baseUrl, apiKey }).deleteApiKey({ params: { id } });
    return true;
  } catch (error) {
    if (error instanceof DocketError || error instanceof TypeError) return false;
    throw error;
  }
}
