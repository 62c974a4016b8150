import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { mainThreadTime } from './server-time.ts';

/**
 * Sends requests at a constant rate whatever the answers do, in a thread of its own. The time of a request starts when it
 * was due, so a server that stalls is measured with all the requests that were due meanwhile. With `perSecond` null each
 * of `connectionsMax` connections sends the next request when it has the answer: that finds the peak.
 *
 * All times are without those in which other programs kept the server's main thread from the processors. On
 * a quiet machine that is the time of the clock.
 */
export interface OpenLoopOrder {
  port: number;
  requests: string[];
  perSecond: number | null;
  seconds: number;
  connectionsMax: number;
  /** A later answer is of no use to anybody. */
  patienceMs: number;
  /** Of the server. */
  pid: number;
}

export interface OpenLoopResult {
  due: number;
  /** 2xx within the patience. */
  good: number;
  /** 503 with Retry-After. */
  refused: number;
  late: number;
  failed: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  refusalP99Ms: number;
  firstFailure?: string;
}

interface Connection {
  socket: Socket;
  dueAt: number;
  isBusy: boolean;
  text: string;
}

const { pid, port, requests, perSecond, seconds, connectionsMax, patienceMs } = workerData as OpenLoopOrder;
const free: Connection[] = [];
const waiting: number[] = [];
const goodMs: number[] = [];
const refusedMs: number[] = [];
const result = { due: 0, good: 0, refused: 0, late: 0, failed: 0 };
let firstFailure: string | undefined;
let connections = 0;
let sent = 0;
let waitedMs = 0;
let waitReadAt = 0;
let latest = 0;
const startedAt = now();
const endsAt = startedAt + seconds * 1000;

if (perSecond === null) for (let i = 0; i < connectionsMax; i++) demand(now());
else pace(perSecond);
const timer = setInterval(() => {
  if (now() < endsAt + patienceMs) return;
  clearInterval(timer);
  report();
}, 10);

function pace(rate: number): void {
  const at = now();
  const dueNow = Math.floor(((Math.min(at, endsAt) - startedAt) / 1000) * rate);
  while (result.due < dueNow) demand(startedAt + (result.due / rate) * 1000);
  if (at < endsAt) setTimeout(() => pace(rate), 1);
}

function now(): number {
  const clock = performance.now();
  if (clock - waitReadAt > 0.5) {
    waitedMs = mainThreadTime(pid).waitMs;
    waitReadAt = clock;
  }
  // The system adds a wait when it is over, so the difference can go back.
  latest = Math.max(latest, clock - waitedMs);
  return latest;
}

function demand(dueAt: number): void {
  result.due++;
  const connection = free.pop() ?? (connections < connectionsMax ? open() : undefined);
  if (connection) send(connection, dueAt);
  else waiting.push(dueAt);
}

function open(): Connection {
  connections++;
  const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
  const connection: Connection = { socket, dueAt: 0, isBusy: false, text: '' };
  socket.on('data', (chunk) => receive(connection, chunk.toString()));
  socket.on('error', (error) => {
    firstFailure ??= error.message;
  });
  socket.on('close', () => {
    connections--;
    const at = free.indexOf(connection);
    if (at >= 0) free.splice(at, 1);
    if (connection.isBusy) {
      result.failed++;
      firstFailure ??= 'the connection was closed without an answer';
    }
  });
  return connection;
}

function send(connection: Connection, dueAt: number): void {
  Object.assign(connection, { dueAt, isBusy: true, text: '' });
  connection.socket.write(requests[sent++ % requests.length] as string, 'latin1');
}

function receive(connection: Connection, chunk: string): void {
  connection.text += chunk;
  const { text } = connection;
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return;
  const head = text.slice(0, headEnd).toLowerCase();
  const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  if (text.length < headEnd + 4 + length) return;
  connection.isBusy = false;
  note(Number(text.slice(9, 12)), head, now() - connection.dueAt);
  if (head.includes('\r\nconnection: close')) {
    connection.socket.destroy();
    return;
  }
  next(connection);
}

function next(connection: Connection): void {
  const at = now();
  if (perSecond === null && at < endsAt) {
    result.due++;
    send(connection, at);
    return;
  }
  let dueAt = waiting.shift();
  while (dueAt !== undefined && at - dueAt > patienceMs) {
    result.late++;
    dueAt = waiting.shift();
  }
  if (dueAt === undefined) free.push(connection);
  else send(connection, dueAt);
}

function note(status: number, head: string, ms: number): void {
  if (status === 503 && head.includes('\r\nretry-after: ')) {
    result.refused++;
    refusedMs.push(ms);
  } else if (status < 200 || status > 299) {
    result.failed++;
    firstFailure ??= `status ${status}`;
  } else if (ms > patienceMs) result.late++;
  else {
    result.good++;
    goodMs.push(ms);
  }
}

function report(): void {
  const unanswered = result.due - result.good - result.refused - result.late - result.failed;
  const answer: OpenLoopResult = {
    ...result,
    late: result.late + unanswered,
    seconds,
    p50Ms: quantile(goodMs, 0.5),
    p99Ms: quantile(goodMs, 0.99),
    refusalP99Ms: quantile(refusedMs, 0.99),
    ...(firstFailure && { firstFailure }),
  };
  parentPort?.postMessage(answer);
  process.exit();
}

function quantile(values: number[], q: number): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * q)] ?? 0;
}
