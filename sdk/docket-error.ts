/** An error response of the server. */
export class DocketError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string[]> | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, { error, requestId }: ErrorBody) {
    super(error.message);
    this.name = 'DocketError';
    this.status = status;
    this.code = error.code;
    this.details = error.details;
    this.requestId = requestId;
  }
}

interface ErrorBody {
  error: { code: string; message: string; details?: Record<string, string[]> };
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
