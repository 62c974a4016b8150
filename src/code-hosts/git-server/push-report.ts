import { flush, PktReader, pktLine, withoutNewline } from './pkt-line.ts';
import { hasCapability, type PushRequest } from './push-request.ts';

/** What became of a push: of its pack, and of each ref. */
export interface PushReport {
  /** `ok`, or why the pack was refused. */
  unpack: string;
  /** The reason of each ref that was refused, by its name. */
  refused: Map<string, string>;
  /** For the terminal of who pushed. */
  message?: string | undefined;
}

const bandBytesMax = 60_000;
/** Sent while git works, so that no proxy takes the silence for a dead connection. */
export const keepAlive = pktLine(Buffer.from([1]));

export const usesBands = (request: PushRequest) =>
  hasCapability(request, 'side-band-64k') || hasCapability(request, 'side-band');

export function formatPushReport(request: PushRequest, report: PushReport): Buffer {
  const lines = [
    pktLine(`unpack ${oneLine(report.unpack)}\n`),
    ...request.commands.map(({ ref }) => {
      const reason = report.refused.get(ref);
      const head = Buffer.from(reason === undefined ? `ok ${ref}` : `ng ${ref}`, 'latin1');
      return pktLine(
        Buffer.concat([head, Buffer.from(reason === undefined ? '\n' : ` ${oneLine(reason)}\n`)]),
      );
    }),
    flush,
  ];
  const isReported = hasCapability(request, 'report-status') || hasCapability(request, 'report-status-v2');
  const body = isReported ? Buffer.concat(lines) : Buffer.alloc(0);
  if (!usesBands(request)) return body;
  const size = hasCapability(request, 'side-band-64k') ? bandBytesMax : 900;
  const message = report.message && Buffer.from(`${oneLine(report.message)}\n`);
  return Buffer.concat([...bands(2, message || Buffer.alloc(0), size), ...bands(1, body, size), flush]);
}

function* bands(band: number, bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size)
    yield pktLine(Buffer.concat([Buffer.from([band]), bytes.subarray(at, at + size)]));
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();

/** Reads the report of git or of a code host, which has no bands because none were asked for. */
export async function readPushReport(chunks: AsyncIterable<Buffer>): Promise<PushReport> {
  const reader = new PktReader(chunks);
  const report: PushReport = { unpack: 'no report', refused: new Map() };
  for (;;) {
    const line = await reader.next();
    if (line === undefined || line === 'flush') return report;
    const text = withoutNewline(line);
    const [word, name = '', ...reason] = text.toString('latin1').split(' ');
    if (word === 'unpack') report.unpack = text.subarray('unpack '.length).toString();
    if (word === 'ng') report.refused.set(name, Buffer.from(reason.join(' '), 'latin1').toString());
  }
}

export const refuseAll = (request: PushRequest, reason: string): PushReport => ({
  unpack: 'ok',
  refused: new Map(request.commands.map(({ ref }) => [ref, reason])),
});
