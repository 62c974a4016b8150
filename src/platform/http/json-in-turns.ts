import { setImmediate as nextTurn } from 'node:timers/promises';

const itemsPerTurn = 50;

export const jsonType = 'application/json; charset=utf-8';

/**
 * The JSON of an object of long lists, built over several turns of the event loop: as one string, the 500 kB of 500 tickets
 * kept it for 20 ms. The items may be made as they are taken.
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
