import { flush, PktReader, pktLine, withoutNewline } from './pkt-line.ts';

export type GitService = 'git-upload-pack' | 'git-receive-pack';

export const serviceHeader = (service: GitService) =>
  Buffer.concat([pktLine(`# service=${service}\n`), flush]);

/** An answer to `info/refs` that git shows as `remote error: …`. */
export const errorAdvertisement = (service: GitService, message: string) =>
  Buffer.concat([serviceHeader(service), pktLine(`ERR ${message}`)]);

/** Signed pushes are not forwarded: the signature covers the commands, and Docket writes them anew. */
const dropped = /^(?:push-cert|push-options|no-thin|session-id)(?:=|$)/;

/** What git needs to know for a push that will be refused. */
const capabilitiesOfRefusal =
  'report-status report-status-v2 delete-refs side-band-64k quiet atomic ofs-delta object-format=sha1';
const noRefs = `${'0'.repeat(40)} capabilities^{}`;

/** Shows a repository without refs. */
export const emptyPushAdvertisement = () =>
  Buffer.concat([
    serviceHeader('git-receive-pack'),
    pktLine(`${noRefs}\0${rewriteCapabilities(capabilitiesOfRefusal, true)}\n`),
    flush,
  ]);

/**
 * Passes on the refs with the capabilities that Docket handles: push options are accepted and dropped, and with `no-thin`
 * no delta refers to an object outside of the pack.
 */
export async function* filterPushAdvertisement(
  chunks: AsyncIterable<Buffer>,
  takesThinPacks: boolean,
): AsyncGenerator<Buffer> {
  const reader = new PktReader(chunks);
  yield serviceHeader('git-receive-pack');
  let hasCapabilities = false;
  for (;;) {
    const line = await reader.next();
    if (line === undefined) break;
    // The flush after the line of the service is followed by the refs.
    if (line === 'flush') {
      if (hasCapabilities) break;
      continue;
    }
    if (line.toString('latin1', 0, 10) === '# service=') continue;
    const [ref, capabilities] = withoutNewline(line).toString('latin1').split('\0');
    const isFirst: boolean = capabilities !== undefined && !hasCapabilities;
    hasCapabilities ||= isFirst;
    yield isFirst
      ? pktLine(Buffer.from(`${ref}\0${rewriteCapabilities(capabilities ?? '', takesThinPacks)}\n`, 'latin1'))
      : pktLine(line);
  }
  yield flush;
}

const rewriteCapabilities = (list: string, takesThinPacks: boolean) =>
  [
    ...list.split(' ').filter((name) => name !== '' && !dropped.test(name)),
    'push-options',
    ...(takesThinPacks ? [] : ['no-thin']),
  ].join(' ');
