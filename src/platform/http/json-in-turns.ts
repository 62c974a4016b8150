import { setImmediate as nextTurn } from 'node:timers/promises';

const itemsPerTurn = 50;

export const jsonType = 'application/json; charset=utf-8';

/**
 * The JSON of an object with long lists, built over several turns of the event loop. Serialising 500 tickets (500 kB)
 * at once blocks the event loop for 20 ms. The items may be generated lazily.
 */
export async function encodeListsInTurns(lists: Record<string, Iterable<unknown>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let text = '{';
  let items = 0;
  for (const [name, list] of Object.entries(lists)) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:[`;
    let separator = '';
    for (const item of list) {
      text += separator + JSON.stringify(item);
      separator = ',';
      if (++items % itemsPerTurn !== 0) continue;
      parts.push(Buffer.from(text));
      text = '';
      await nextTurn();
    }
    text += ']';
  }
  return Buffer.concat([...parts, Buffer.from(`${text}}`)]);
}
