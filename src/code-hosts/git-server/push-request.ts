import { flush, type PktReader, ProtocolError, pktLine, withoutNewline } from './pkt-line.ts';

/** One change of a ref. The ids of a ref that does not exist are zeros; null here. */
export interface PushCommand {
  before: string | null;
  after: string | null;
  /** As bytes in latin1: a name need not be UTF-8. */
  ref: string;
}

/** What a push sends before its pack. */
export interface PushRequest {
  commands: PushCommand[];
  capabilities: string[];
  shallow: string[];
}

// 8,000 refs with usual names; a push with more is not answered ref by ref.
const commandBytesMax = 1024 * 1024;

export const hasCapability = ({ capabilities }: PushRequest, name: string) =>
  capabilities.some((capability) => capability === name || capability.startsWith(`${name}=`));

/** Reads the commands and push options; the pack follows. Undefined for the empty request with which git tests the server. */
export async function readPushRequest(reader: PktReader): Promise<PushRequest | undefined> {
  const request: PushRequest = { commands: [], capabilities: [], shallow: [] };
  let bytes = 0;
  for (;;) {
    const line = await reader.next();
    if (line === undefined || line === 'flush') break;
    bytes += line.length;
    if (bytes > commandBytesMax) throw new ProtocolError('the push has too many refs');
    readCommand(request, withoutNewline(line).toString('latin1'));
  }
  if (request.commands.length === 0) return undefined;
  // Push options are read and dropped: the code host would obey them with the rights of the team's token.
  if (hasCapability(request, 'push-options')) await skipOptions(reader);
  return request;
}

async function skipOptions(reader: PktReader): Promise<void> {
  let bytes = 0;
  for (;;) {
    const line = await reader.next();
    if (line === undefined || line === 'flush') return;
    bytes += line.length;
    if (bytes > commandBytesMax) throw new ProtocolError('the push has too many options');
  }
}

const commandShape = /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) (.+)$/s;

function readCommand(request: PushRequest, text: string): void {
  const shallow = /^shallow ([0-9a-f]{40,64})$/.exec(text)?.[1];
  if (shallow !== undefined && request.commands.length === 0) return void request.shallow.push(shallow);
  const [command = '', capabilities] = text.split('\0');
  if (capabilities !== undefined && request.commands.length === 0)
    request.capabilities = capabilities.split(' ').filter(Boolean);
  const [, before = '', after = '', ref = ''] = commandShape.exec(command) ?? [];
  if (ref === '' || before.length !== after.length) throw new ProtocolError('the push has a broken command');
  request.commands.push({ before: orNull(before), after: orNull(after), ref });
}

const orNull = (id: string) => (/[^0]/.test(id) ? id : null);

/** The push as Docket sends it on: with a report as plain lines, without options and other extras. */
export function formatPushRequest(request: PushRequest): Buffer {
  const { commands, shallow, capabilities } = request;
  const kept = capabilities.filter((name) => name === 'atomic' || name.startsWith('object-format='));
  const idLength = commands.flatMap(({ before, after }) => before ?? after ?? [])[0]?.length ?? 40;
  const zeros = '0'.repeat(idLength);
  const lines = commands.map(({ before, after, ref }, index) => {
    const command = `${before ?? zeros} ${after ?? zeros} ${ref}`;
    const extras = index === 0 ? `\0 ${['report-status', ...kept, 'agent=docket'].join(' ')}` : '';
    return pktLine(Buffer.from(`${command}${extras}`, 'latin1'));
  });
  return Buffer.concat([...shallow.map((id) => pktLine(`shallow ${id}`)), ...lines, flush]);
}
