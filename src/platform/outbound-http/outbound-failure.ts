/** The reasons for which an outbound request fails. They appear in APIs and logs. */
export const failureWords = [
  'dns_failed',
  'private_address',
  'refused',
  'unreachable',
  'reset',
  'timed_out',
  'tls_failed',
  'not_http',
  'too_large',
  'interrupted',
] as const;
export type FailureWord = (typeof failureWords)[number];

export class OutboundFailure extends Error {
  readonly word: FailureWord;

  constructor(word: FailureWord, message: string, cause?: unknown) {
    super(message, { cause });
    this.word = word;
  }
}

const wordPatterns: [pattern: RegExp, word: FailureWord][] = [
  [/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EBADNAME)/, 'dns_failed'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/, 'unreachable'],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timed_out'],
  [
    /CERT|^ERR_(?:TLS|SSL)_|^EPROTO$|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)_|_ISSUER_|HOSTNAME_MISMATCH/,
    'tls_failed',
  ],
  [/^(?:HPE_|UND_ERR_(?:HEADERS_OVERFLOW|RES_|RESPONSE))/, 'not_http'],
  [/^UND_ERR_(?:DESTROYED|CLOSED|ABORTED)$/, 'interrupted'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/, 'reset'],
];

/** Translates errors of sockets, TLS and undici; returns any other error unchanged, because it is not a failure of the other server. */
export function asOutboundFailure(error: unknown): unknown {
  if (error instanceof OutboundFailure || !(error instanceof Error)) return error;
  const first = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  if (first) return asOutboundFailure(first);
  const code = String(
    (error as NodeJS.ErrnoException).code ?? (error.name === 'HTTPParserError' ? 'HPE_' : ''),
  );
  const word = wordPatterns.find(([pattern]) => pattern.test(code))?.[1];
  return word ? new OutboundFailure(word, error.message, error) : error;
}
