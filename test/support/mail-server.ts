import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMessage {
  from: string;
  to: string[];
  /** Header fields by lower-case name, unfolded. */
  headers: Map<string, string>;
  /** All parts, decoded. */
  body: string;
  source: string;
}

export interface MailServer {
  url: string;
  port: number;
  /** The messages accepted with 250, in order. */
  messages: ReceivedMessage[];
  /** How often a client began to send a message. */
  attempts: number;
  /** Responds to RCPT TO with this code. */
  refuseRecipients: number | undefined;
  /** Responds to a complete message with this code. */
  refuseMessages: number | undefined;
  /** Ends the connection at this point. */
  hangUp: 'at the recipient' | 'during the transfer' | 'after the transfer' | undefined;
  /** Called with a complete message before the response. */
  beforeResponse: ((message: ReceivedMessage) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** A real SMTP server on the loopback address, with failures on demand. */
export async function startMailServer(
  options: { password?: string; isSecure?: boolean } = {},
): Promise<MailServer> {
  const hangUp = () => {
    for (const connection of server.connections) connection._socket?.destroy();
  };
  const server = new SMTPServer({
    authOptional: options.password === undefined,
    secure: options.isSecure === true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === options.password ? done(null, { user: username }) : done(refusal(535)),
    closeTimeout: 100,
    logger: false,
    onRcptTo: (_address, _session, done) => {
      box.attempts++;
      if (box.hangUp === 'at the recipient') return hangUp();
      done(box.refuseRecipients ? refusal(box.refuseRecipients) : null);
    },
    onData: (stream, session, done) => {
      if (box.hangUp === 'during the transfer') {
        stream.once('data', hangUp);
        return;
      }
      buffer(stream).then(
        async (bytes) => {
          const message = read(bytes.toString('latin1'), session.envelope);
          await box.beforeResponse?.(message);
          if (box.hangUp === 'after the transfer') return hangUp();
          if (box.refuseMessages) return done(refusal(box.refuseMessages));
          box.messages.push(message);
          done(null);
        },
        () => {},
      );
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const box: MailServer = {
    port,
    url: `${options.isSecure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    messages: [],
    attempts: 0,
    refuseRecipients: undefined,
    refuseMessages: undefined,
    hangUp: undefined,
    beforeResponse: undefined,
    close: async () => {
      hangUp();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return box;
}

const refusal = (code: number) => Object.assign(new Error('no'), { responseCode: code });

interface Envelope {
  mailFrom: false | { address: string };
  rcptTo: { address: string }[];
}

function read(source: string, { mailFrom, rcptTo }: Envelope): ReceivedMessage {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    headers: new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    ),
    body: decodeQuotedPrintable(source.slice(end)),
    source,
  };
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
