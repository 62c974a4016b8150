import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEmulator } from 'emulate';
import type { gitObjects } from './git-objects.ts';
import type { Exchange } from './github-description.ts';

const token = 'good-token';

interface Call extends Pick<Exchange, 'method' | 'path' | 'query'> {
  // biome-ignore lint/suspicious/noExplicitAny: the request body as the client sent it
  requestBody: any;
}

interface Run {
  id: number;
  workflow: string;
  branch: string;
  sha: string;
}

/**
 * The third-party GitHub emulator `emulate` behind a proxy that adds what the emulator lacks: token checks, the refusal of a
 * second pull request for a branch or of one without a branch, and workflows. The proxy records every exchange.
 */
export async function startEmulatedGitHub(owner: string, names: string[]) {
  const exchanges: Exchange[] = [];
  const runs: Run[] = [];
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url as string, 'http://x');
    const sent = await text(request);
    const call = {
      method: request.method as string,
      path: url.pathname,
      query: url.searchParams,
      requestBody: sent === '' ? undefined : JSON.parse(sent),
    };
    const isAuthenticated = request.headers.authorization === `Bearer ${token}`;
    const [status, responseBody] = isAuthenticated
      ? ((await handleMissing(call)) ??
        (await callEmulator(call.method, request.url as string, call.requestBody)))
      : [401, refusal('Bad credentials')];
    exchanges.push({ ...call, status, responseBody });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(responseBody === undefined ? '' : JSON.stringify(responseBody));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { [token]: { login: owner, scopes: ['repo', 'workflow'] } },
      github: {
        users: [{ login: owner }],
        repos: names.map((name) => ({ owner, name, auto_init: false })),
      },
    },
  });

  async function callEmulator(method: string, path: string, body?: unknown): Promise<[number, unknown]> {
    const response = await fetch(`${emulator.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json = await response.text();
    return [response.status, json === '' ? undefined : JSON.parse(json)];
  }

  let lastPull: Promise<unknown> = Promise.resolve();

  /** Handles what the emulator lacks; undefined: pass the call on to the emulator. */
  async function handleMissing({
    method,
    path,
    query,
    requestBody,
  }: Call): Promise<[number, unknown] | undefined> {
    const [, repo = '', rest = ''] = /^(\/repos\/[^/]+\/[^/]+)(.*)$/.exec(path) ?? [];
    if (method === 'POST' && rest === '/pulls') {
      // One at a time, so that the second of two concurrent requests finds the pull request of the first.
      const opened = lastPull.then(
        async () => (await refusePull(repo, requestBody)) ?? callEmulator(method, path, requestBody),
      );
      lastPull = opened.catch(() => undefined);
      return opened;
    }
    if (method === 'GET' && rest === '') return completeRepository(repo);
    const [, workflow, action] = /^\/actions\/workflows\/([^/]+)\/(dispatches|runs)$/.exec(rest) ?? [];
    if (workflow !== 'docs.yml') return undefined;
    if (action === 'dispatches') return dispatch(repo, workflow, requestBody);
    const found = runs.filter(
      ({ branch, sha }) =>
        (query.get('head_sha') ?? sha) === sha && (query.get('branch') ?? branch) === branch,
    );
    const repository = (await callEmulator('GET', repo))[1];
    return [
      200,
      { total_count: found.length, workflow_runs: found.map((run) => presentRun(run, repo, repository)) },
    ];
  }

  async function completeRepository(repo: string): Promise<[number, unknown]> {
    const [status, body] = await callEmulator('GET', repo);
    if (status !== 200) return [status, body];
    const repository = body as { pushed_at: string | null; created_at: string };
    const pushed_at = repository.pushed_at ?? repository.created_at;
    return [200, { ...repository, pushed_at, subscribers_count: 0, network_count: 0 }];
  }

  async function refusePull(
    repo: string,
    { head }: { head: string },
  ): Promise<[number, unknown] | undefined> {
    const refuse = (error: object): [number, unknown] => [
      422,
      { ...refusal('Validation Failed'), errors: [{ resource: 'PullRequest', ...error }] },
    ];
    const [status] = await callEmulator('GET', `${repo}/git/ref/heads/${head}`);
    if (status === 404) return refuse({ field: 'head', code: 'invalid' });
    const [, open] = await callEmulator('GET', `${repo}/pulls?head=${owner}:${encodeURIComponent(head)}`);
    return (open as unknown[]).length === 0
      ? undefined
      : refuse({ code: 'custom', message: `A pull request already exists for ${owner}:${head}.` });
  }

  async function dispatch(
    repo: string,
    workflow: string,
    request: { ref: string; return_run_details?: boolean },
  ): Promise<[number, unknown]> {
    const [status, commit] = await callEmulator('GET', `${repo}/commits/${encodeURIComponent(request.ref)}`);
    if (status !== 200) return [422, refusal(`No ref found for: ${request.ref}`)];
    const run = {
      id: runs.length + 9_001,
      workflow,
      branch: request.ref,
      sha: (commit as { sha: string }).sha,
    };
    runs.push(run);
    return request.return_run_details
      ? [
          200,
          {
            workflow_run_id: run.id,
            run_url: `${origin}${repo}/actions/runs/${run.id}`,
            html_url: runPage(run, repo),
          },
        ]
      : [204, undefined];
  }

  const runPage = ({ id }: Run, repo: string) =>
    `${origin}${repo.replace(/^\/repos/, '')}/actions/runs/${id}`;

  function presentRun(run: Run, repo: string, repository: unknown) {
    const url = `${origin}${repo}/actions/runs/${run.id}`;
    const now = '2026-11-01T00:00:00Z';
    return {
      id: run.id,
      node_id: `run-${run.id}`,
      run_number: run.id - 9_000,
      event: 'workflow_dispatch',
      status: 'queued',
      conclusion: null,
      workflow_id: 1,
      path: `.github/workflows/${run.workflow}`,
      head_branch: run.branch,
      head_sha: run.sha,
      head_commit: null,
      head_repository: repository,
      repository,
      display_title: run.workflow,
      pull_requests: [],
      url,
      html_url: runPage(run, repo),
      created_at: now,
      updated_at: now,
      jobs_url: `${url}/jobs`,
      logs_url: `${url}/logs`,
      check_suite_url: `${origin}${repo}/check-suites/1`,
      artifacts_url: `${url}/artifacts`,
      cancel_url: `${url}/cancel`,
      rerun_url: `${url}/rerun`,
      workflow_url: `${origin}${repo}/actions/workflows/1`,
    };
  }

  return {
    origin,
    token,
    exchanges,
    runs,
    /** Copies a repository into the emulator, object by object. */
    load: (name: string, objects: ReturnType<typeof gitObjects>) =>
      load(callEmulator, `/repos/${owner}/${name}`, objects),
    close: async () => {
      await emulator.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const refusal = (message: string) => ({ message, documentation_url: 'https://docs.github.com/rest' });

async function load(
  call: (method: string, path: string, body?: unknown) => Promise<[number, unknown]>,
  repo: string,
  objects: ReturnType<typeof gitObjects>,
): Promise<void> {
  const create = async (resource: string, body: object): Promise<string> => {
    const [status, created] = await call('POST', `${repo}/${resource}`, body);
    if (status !== 201) throw new Error(`${resource}: ${status} ${JSON.stringify(created)}`);
    return (created as { sha: string }).sha;
  };
  const blobs = new Map<string, string>();
  const commits = new Map<string, string>();
  for (const commit of objects.list('--all').reverse()) {
    const tree = [];
    for (const { path, mode, type, sha } of objects.tree(commit.sha, true)) {
      if (type === 'tree') continue;
      if (type === 'blob' && !blobs.has(sha))
        blobs.set(
          sha,
          await create('git/blobs', { content: objects.blob(sha)?.toString('base64'), encoding: 'base64' }),
        );
      tree.push({ path, mode, type, sha: blobs.get(sha) ?? sha });
    }
    const person = {
      name: commit.author,
      email: `${commit.author.toLowerCase()}@example.org`,
      date: commit.date,
    };
    commits.set(
      commit.sha,
      await create('git/commits', {
        message: commit.message,
        tree: await create('git/trees', { tree }),
        parents: commit.parents.map((parent) => commits.get(parent)),
        author: person,
        committer: person,
      }),
    );
  }
  const refs = objects.git(['for-each-ref', '--format=%(refname) %(objectname)']) as string;
  for (const line of refs.trim().split('\n')) {
    const [ref, sha] = line.split(' ') as [string, string];
    await create('git/refs', { ref, sha: commits.get(sha) });
  }
  // GitHub's API description requires a description of every label.
  await create('labels', { name: 'docs', color: '0075ca', description: 'Documentation' });
}
