import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { type MailMessage, toShortLine } from './mail-message.ts';

/**
 * The outcome of an attempt. `later`: the server did not accept the message, a retry may succeed. `unknown`: the connection
 * ended during the transfer, so the server may have it.
 */
export type SendOutcome =
  | { result: 'accepted' }
  | { result: 'refused'; problem: string }
  | { result: 'later'; problem: string; isServerUnreachable: boolean }
  | { result: 'unknown'; problem: string };

export interface Mailer {
  send(message: MailMessage): Promise<SendOutcome>;
  /** Connects and signs in without sending anything; returns what is wrong, if something is. */
  findProblem(): Promise<string | undefined>;
}

interface SmtpSettings {
  /** Such as smtp://user:password@mail.example.org:587 or smtps://… */
  url: string;
  /** Without a name, each message has its own. */
  from: string;
  /** The domain in message ids. */
  host: string;
}

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 30_000;
const totalTimeoutMs = 120_000;

/**
 * Opens one connection for each message. nodemailer’s own transports are not used: they do not distinguish a response from a
 * lost connection, and its pool resends messages that may have arrived.
 */
export function newSmtpMailer({ url, from, host }: SmtpSettings): Mailer {
  const options = connectionOptions(new URL(url));
  return {
    send: async (message) =>
      deliver(options, parseSender(from).address, message, await compose(message, from, host)),
    findProblem: () => signIn(options),
  };
}

/** Parses `Docket <docket@example.org>` or an address alone. */
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
      // Never send a password unencrypted over a network.
      requireTLS: user !== '' && !secure && !isLoopback(host),
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: idleTimeoutMs,
      logger: false,
    },
    credentials: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
  };
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

async function compose(message: MailMessage, from: string, host: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { id, to, sender: named = '', subject, text, html, thread, unsubscribeUrl } = message;
  const sender = parseSender(from);
  const threadId = thread && `<${thread}@${host}>`;
  return new MailComposer({
    from: { name: toShortLine(sender.name || named), address: sender.address },
    to: { name: toShortLine(to.name ?? ''), address: to.address },
    subject: toShortLine(subject),
    messageId: `<${id}@${host}>`,
    ...(threadId && { inReplyTo: threadId, references: threadId }),
    text,
    html,
    headers: {
      // Suppresses automatic replies (RFC 3834).
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
  { to }: MailMessage,
  bytes: Buffer,
): Promise<SendOutcome> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SmtpConnection(options);
  // The stream is read only after the server has accepted the DATA command.
  let isTransferring = false;
  const body = new Readable({
    read() {
      isTransferring = true;
      this.push(bytes);
      this.push(null);
    },
  });
  const { promise, resolve } = Promise.withResolvers<SendOutcome>();
  const fail = (error: SmtpError) => resolve(sendOutcome(error, isTransferring));
  const send = () =>
    connection.send({ from: sender, to: [to.address], size: bytes.length }, body, (error) =>
      error ? fail(error) : resolve({ result: 'accepted' }),
    );
  connection.on('error', fail);
  const timer = setTimeout(() => fail(new Error('SMTP transfer timed out')), totalTimeoutMs);
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
    // The outcome is known; later responses of the server do not matter.
    setTimeout(() => connection.close(), connectTimeoutMs).unref();
  }
}

async function signIn({
  connection: options,
  credentials,
}: ReturnType<typeof connectionOptions>): Promise<string | undefined> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SmtpConnection(options);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const end = (error?: SmtpError | null) => {
    const outcome = error && sendOutcome(error, false);
    resolve(outcome && 'problem' in outcome ? outcome.problem : undefined);
  };
  connection.on('error', end);
  connection.connect((error) => {
    if (error || !credentials) return end(error);
    connection.login({ credentials }, end);
  });
  const problem = await promise;
  if (problem === undefined) connection.quit();
  else connection.close();
  return problem;
}

type SmtpError = Error &
  Partial<Record<'code' | 'originalCode' | 'command', string | undefined>> & {
    responseCode?: number | undefined;
  };

function sendOutcome(error: SmtpError, isTransferring: boolean): SendOutcome {
  const { code = '', originalCode = '', responseCode, command = '' } = error;
  const isAboutMessage = ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command);
  if (responseCode !== undefined) {
    const problem = code === 'EAUTH' ? 'auth_failed' : `smtp_${responseCode}`;
    if (isAboutMessage && responseCode >= 500) return { result: 'refused', problem };
    return { result: 'later', problem, isServerUnreachable: !isAboutMessage };
  }
  const isAboutTls = /CERT|TLS|SSL|SIGNATURE/.test(originalCode);
  const problem = isAboutTls ? 'tls_failed' : (problems[originalCode] ?? problems[code] ?? 'connection_lost');
  if (isTransferring) return { result: 'unknown', problem };
  // nodemailer refuses to send the message; a retry would fail too.
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
