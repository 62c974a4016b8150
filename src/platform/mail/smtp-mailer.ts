import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { type Letter, oneLine } from './letter.ts';

/**
 * What became of a letter. `later`: it is known not to have been taken, and another try may succeed. `unknown`: the
 * connection ended while the letter was on its way, so the other side may have it.
 */
export type SendOutcome =
  | { result: 'accepted' }
  | { result: 'refused'; problem: string }
  | { result: 'later'; problem: string; isServerUnreachable: boolean }
  | { result: 'unknown'; problem: string };

export interface Mailer {
  send(letter: Letter): Promise<SendOutcome>;
}

interface SmtpSettings {
  /** Such as smtp://user:password@mail.example.org:587 or smtps://… */
  url: string;
  from: string;
  /** The name of this Docket in ids of letters. */
  host: string;
}

const connectMs = 10_000;
const silenceMs = 30_000;
const wholeMs = 120_000;

/**
 * One connection a letter. The library's own transports are not used: they do not tell an answer from a connection that
 * ended, and its pool sends again by itself what may have arrived.
 */
export function newSmtpMailer({ url, from, host }: SmtpSettings): Mailer {
  const options = connectionOptions(new URL(url));
  return {
    send: async (letter) =>
      deliver(options, parseSender(from).address, letter, await compose(letter, from, host)),
  };
}

/** `Docket <docket@example.org>` or the address alone; undefined parts are none. */
function parseSender(from: string): { name: string; address: string } {
  const match = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from);
  return match
    ? { name: match[1] as string, address: match[2] as string }
    : { name: '', address: from.trim() };
}

function connectionOptions(url: URL) {
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  return {
    connection: {
      host,
      port: url.port ? Number(url.port) : secure ? 465 : 587,
      secure,
      // A password goes over the network only where nobody can read along.
      requireTLS: user !== '' && !secure && !isLoopback(host),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      logger: false,
    },
    credentials: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
  };
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

async function compose(letter: Letter, from: string, host: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { id, to, subject, text, html, thread, unsubscribeUrl } = letter;
  const sender = parseSender(from);
  const about = thread && `<${thread}@${host}>`;
  return new MailComposer({
    from: { name: oneLine(sender.name), address: sender.address },
    to: { name: oneLine(to.name ?? ''), address: to.address },
    subject: oneLine(subject),
    messageId: `<${id}@${host}>`,
    ...(about && { inReplyTo: about, references: about }),
    text,
    html,
    headers: {
      // Answering machines leave such letters alone.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

async function deliver(
  { connection: options, credentials }: ReturnType<typeof connectionOptions>,
  sender: string,
  { to }: Letter,
  bytes: Buffer,
): Promise<SendOutcome> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SmtpConnection(options);
  // The stream is read only once the server has said that it wants the letter.
  let isUnderWay = false;
  const letter = new Readable({
    read() {
      isUnderWay = true;
      this.push(bytes);
      this.push(null);
    },
  });
  const { promise, resolve } = Promise.withResolvers<SendOutcome>();
  const fail = (error: SmtpError) => resolve(outcomeOf(error, isUnderWay));
  const send = () =>
    connection.send({ from: sender, to: [to.address], size: bytes.length }, letter, (error) =>
      error ? fail(error) : resolve({ result: 'accepted' }),
    );
  connection.on('error', fail);
  const timer = setTimeout(() => fail(new Error('took too long')), wholeMs);
  connection.connect((error) => {
    if (error) return fail(error);
    if (!credentials) return send();
    connection.login({ credentials }, (refused) => (refused ? fail(refused) : send()));
  });
  try {
    const outcome = await promise;
    if (outcome.result === 'accepted') connection.quit();
    return outcome;
  } finally {
    clearTimeout(timer);
    // Whatever it still says has no meaning any more.
    setTimeout(() => connection.close(), connectMs).unref();
  }
}

type SmtpError = Error &
  Partial<Record<'code' | 'originalCode' | 'command', string | undefined>> & {
    responseCode?: number | undefined;
  };

function outcomeOf(error: SmtpError, isUnderWay: boolean): SendOutcome {
  const { code = '', originalCode = '', responseCode, command = '' } = error;
  const isAboutLetter = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  if (responseCode !== undefined) {
    const problem = code === 'EAUTH' ? 'auth_failed' : `smtp_${responseCode}`;
    if (isAboutLetter && responseCode >= 500) return { result: 'refused', problem };
    return { result: 'later', problem, isServerUnreachable: !isAboutLetter };
  }
  const isAboutTls = /CERT|TLS|SSL|SIGNATURE/.test(originalCode);
  const problem = isAboutTls ? 'tls_failed' : (problems[originalCode] ?? problems[code] ?? 'connection_lost');
  if (isUnderWay) return { result: 'unknown', problem };
  // What the library itself does not want to send will not get better.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { result: 'refused', problem: 'not_sendable' };
  return { result: 'later', problem, isServerUnreachable: true };
}

const problems: Record<string, string> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timed_out',
  EDNS: 'dns_failed',
  ENOTFOUND: 'dns_failed',
  ETLS: 'tls_failed',
  EAUTH: 'auth_failed',
};
