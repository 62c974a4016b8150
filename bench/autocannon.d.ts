/** The part of autocannon that the benchmark uses; the package brings no types. */
declare module 'autocannon' {
  interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
    /** Called before each request. */
    setupRequest?: (request: Request) => Request;
  }

  interface Result {
    /** Seconds. */
    duration: number;
    requests: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
    timeouts: number;
    statusCodeStats: Record<number, { count: number } | undefined>;
  }

  export default function autocannon(options: {
    url: string;
    connections: number;
    /** Seconds, or else a number of requests. */
    duration?: number;
    amount?: number;
    /** Seconds that an answer may take; 10 by default. */
    timeout?: number;
    /** Milliseconds. */
    sampleInt?: number;
    setupClient: (client: { setRequests(requests: Request[]): void }) => void;
  }): Promise<Result>;
}
