const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
const charactersMax = 2_000;
/** Of a host or scheme; the longest name of DNS has 253. */
const hostCharactersMax = 255;

/**
 * Schemes that a browser opens itself, or that reach something other than an application of the client. From `bitcoin` on:
 * a web site can make itself the handler of these and of `web+…`, so the answer would leave the machine.
 */
const refusedSchemes = new Set(
  `javascript data vbscript blob file filesystem about view-source ftp ws wss mailto tel sms intent content chrome
  edge resource jar http https bitcoin ftps geo im irc ircs magnet matrix mms news nntp openpgp4fpr sftp sip smsto ssh urn
  webcal wtai xmpp`.split(/\s+/),
);

/**
 * Why codes may not be sent to the address; undefined if they may. Allowed are https, http on this machine (RFC 8252, section
 * 7.3), and a scheme of an installed application: one with a dot, or `scheme://…` as editors register it.
 */
export function findRedirectProblem(uri: string): string | undefined {
  if (uri.length > charactersMax) return `is longer than ${charactersMax} characters`;
  // A fragment is a problem even if it is empty, and the parser would drop an empty one.
  if (!URL.canParse(uri) || uri.includes('#') || !/^[\x21-\x7e]+$/.test(uri))
    return 'is not an address, or has a fragment';
  const url = new URL(uri);
  if (redirectHost(uri).length > hostCharactersMax) return 'has a host or a scheme that is too long';
  if (url.username !== '' || url.password !== '') return 'has a user name or a password';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:') return isLoopback(url) ? undefined : 'is http on another machine';
  const scheme = url.protocol.slice(0, -1);
  const isRefused = refusedSchemes.has(scheme) || scheme.startsWith('web+');
  const isOfApplication = scheme.includes('.') || uri.slice(scheme.length).startsWith('://');
  return isRefused || !isOfApplication ? 'has a scheme that is not allowed' : undefined;
}

/** Equal to a registered one, character by character; on this machine with any port, which the system chooses (RFC 8252). */
export const isRegistered = (uri: string, registered: readonly string[]): boolean =>
  registered.includes(uri) || registered.some((other) => isSameButPort(uri, other));

const onThisMachine = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/?][\x21-\x7e]*)?$/;

function isSameButPort(uri: string, registered: string): boolean {
  // The parser drops white space and understands other spellings of the host, which the browser is not to be sent.
  if (!onThisMachine.test(uri) || !URL.canParse(uri) || !URL.canParse(registered)) return false;
  const [given, known] = [new URL(uri), new URL(registered)];
  if (!isLoopback(given) || !isLoopback(known)) return false;
  given.port = '';
  known.port = '';
  return given.href === known.href;
}

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && loopbackHosts.has(hostname);

/** Where the code goes, for people: a host, or the scheme of an installed application. */
export function redirectHost(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
}

/** Whether a program on the person's own machine receives the code: any program there can pretend to be the client. */
export const isOnOwnMachine = (uri: string): boolean => !uri.startsWith('https:');

/** Adds parameters to the query, which the client may use itself. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`;
}
