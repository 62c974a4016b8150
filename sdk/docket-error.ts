/** An error response of the server. */
export class DocketError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string[]> | undefined;
  /** What gates of the project ask for before a ticket is done. */
  readonly missing: readonly MissingProof[] | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, { error, requestId }: ErrorBody) {
    super(error.message);
    this.name = 'DocketError';
    this.status = status;
    this.code = error.code;
    const { missing, ...details } = error.details ?? {};
    this.details = Object.keys(details).length > 0 ? (details as Record<string, string[]>) : undefined;
    this.missing = missing;
    this.requestId = requestId;
  }
}

export interface MissingProof {
  gate: string;
  text: string;
  /** The index in a list of changes. */
  entry?: number;
}

interface ErrorBody {
  error: {
    code: string;
    message: string;
    details?: { missing?: MissingProof[]; [field: string]: string[] | MissingProof[] | undefined };
  };
  requestId?: string;
}

/** The error that a response body describes. */
export function readError(status: number, text: string): DocketError {
  const parsed = parseJson(text);
  return new DocketError(status, isErrorBody(parsed) ? parsed : foreignError(status));
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body;

/** The error for a response that is not from Docket, for example from a proxy. */
const foreignError = (status: number): ErrorBody => ({
  error: { code: `HTTP_${status}`, message: `Something other than Docket answered, with status ${status}` },
});
