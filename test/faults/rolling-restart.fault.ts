import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { findFreePort } from '../support/postgres-cluster.ts';
import { needsPostgres, type Scene, startScene } from './scene.ts';

const checkMs = 100;
const clients = 8;
/** HAProxy itself answers it: 200 if it sends requests to both servers. */
const bothServe = '/both-serve';

describe('a rolling restart behind HAProxy', needsPostgres, () => {
  let scene: Scene;
  let ports: number[];
  let servers: RunningServer[];
  let proxy: ChildProcess;
  let proxyPort: number;
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-haproxy-'));

  const start = (port: number) =>
    startServer(
      { engine: 'postgres', url: scene.cluster.url },
      { PORT: String(port), LOG_LEVEL: 'fatal', SHUTDOWN_DELAY_SECONDS: '1' },
    );

  const untilBothServe = async () => {
    const isMet = () =>
      fetch(`http://127.0.0.1:${proxyPort}${bothServe}`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isMet())) await wait(20);
  };

  before(async () => {
    scene = await startScene();
    ports = [await findFreePort(), await findFreePort()];
    servers = await Promise.all(ports.map(start));
    proxyPort = await findFreePort();
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(file, proxyConfiguration(proxyPort, ports));
    proxy = spawn('/usr/sbin/haproxy', ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'inherit'] });
    await untilBothServe();
  });
  after(async () => {
    await Promise.all([...servers, scene.server].map((server) => server.end('SIGTERM')));
    await scene.cluster.remove();
    proxy.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  test('no request of a steady stream fails while each server is replaced in turn', async () => {
    const failures: string[] = [];
    let answered = 0;
    let isDone = false;
    const { authorization, projectId } = scene.caller;
    const stream = async (n: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let i = 0; !isDone; i++) {
        const body = (n + i) % 2 === 0 ? JSON.stringify({ title: `Ticket ${n}-${i}`, projectId }) : undefined;
        const outcome = await send({ port: proxyPort, agent, authorization, body });
        if (outcome === 'ok') answered++;
        else failures.push(outcome);
        await wait(10);
      }
      agent.destroy();
    };
    const streams = Promise.all(Array.from({ length: clients }, (_, n) => stream(n)));
    const goal = () => answered + 100;
    for (const [i, port] of ports.entries()) {
      for (const enough = goal(); answered < enough && failures.length === 0; ) await wait(20);
      await (servers[i] as RunningServer).end('SIGTERM');
      servers[i] = await start(port);
      await untilBothServe();
    }
    for (const enough = goal(); answered < enough && failures.length === 0; ) await wait(20);
    isDone = true;
    await streams;
    assert.deepEqual(failures, []);
  });

  test('a server that received SIGTERM says that it stops, and still answers until it does', async () => {
    const port = await findFreePort();
    const server = await start(port);
    server.signal('SIGTERM');
    const readiness = async () => {
      const response = await fetch(`${server.url}/readyz`);
      return [response.status, ((await response.json()) as { error?: { message: string } }).error?.message];
    };
    while ((await readiness())[0] === 200) await wait(10);
    assert.deepEqual(await readiness(), [503, 'This server is stopping']);
    const response = await fetch(`${server.url}/api/projects`, {
      headers: { authorization: scene.caller.authorization },
    });
    assert.deepEqual([response.status, response.headers.get('connection')], [200, 'close']);
    assert.equal((await server.ended).code, 0);
  });
});

/** Without retries, so that HAProxy hides nothing. */
const proxyConfiguration = (port: number, servers: number[]) => `
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  # A busy machine answers late, but it answers.
  timeout check 10s
  retries 0
frontend docket
  bind 127.0.0.1:${port}
  monitor-uri ${bothServe}
  monitor fail if { nbsrv(servers) lt 2 }
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter ${checkMs}ms fall 1 rise 1
${servers.map((server, i) => `  server s${i} 127.0.0.1:${server}`).join('\n')}
`;

interface Sent {
  port: number;
  agent: Agent;
  authorization: string;
  body: string | undefined;
}

/** "ok", or what went wrong. */
async function send({ port, agent, authorization, body }: Sent): Promise<string> {
  const sent = request({
    port,
    host: '127.0.0.1',
    path: body ? '/api/tickets' : '/api/tickets?limit=1',
    method: body ? 'POST' : 'GET',
    agent,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
  });
  try {
    sent.end(body);
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    return response.statusCode === (body ? 201 : 200) ? 'ok' : `${response.statusCode} ${text}`;
  } catch (error) {
    return String(error);
  }
}
