import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createEmulator } from 'emulate';
import type { gitObjects } from './git-objects.ts';
import type { Exchange } from './github-description.ts';

const token = 'good-token';

interface Call extends Pick<Exchange, 'method' | 'path' | 'query'> {
  // biome-ignore lint/suspicious/noExplicitAny: what a client sent, as it sent it
  sent: any;
}

interface Run {
  id: number;
  workflow: string;
  branch: string;
  sha: string;
}

/**
 * GitHub as `emulate` plays it, which nobody here wrote, with what it lacks put in front: it takes any token, a second
 * pull request for a branch and one from nowhere, and it knows no workflows. Every exchange is written down.
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
      sent: sent === '' ? undefined : JSON.parse(sent),
    };
    const isKnown = request.headers.authorization === `Bearer ${token}`;
    const [status, answer] = isKnown
      ? ((await lacking(call)) ?? (await ask(call.method, request.url as string, call.sent)))
      : [401, refusal('Bad credentials')];
    exchanges.push({ ...call, status, answer });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(answer === undefined ? '' : JSON.stringify(answer));
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

  async function ask(method: string, address: string, body?: unknown): Promise<[number, unknown]> {
    const answer = await fetch(`${emulator.url}${address}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const got = await answer.text();
    return [answer.status, got === '' ? undefined : JSON.parse(got)];
  }

  let turn: Promise<unknown> = Promise.resolve();

  async function lacking({ method, path, query, sent }: Call): Promise<[number, unknown] | undefined> {
    const [, repo = '', rest = ''] = /^(\/repos\/[^/]+\/[^/]+)(.*)$/.exec(path) ?? [];
    if (method === 'POST' && rest === '/pulls') {
      // One after the other: two that come at once must not both find nothing.
      const mine = turn.then(async () => (await refusePull(repo, sent)) ?? ask(method, path, sent));
      turn = mine.catch(() => undefined);
      return mine;
    }
    if (method === 'GET' && rest === '') return wholeRepository(repo);
    const [, workflow, what] = /^\/actions\/workflows\/([^/]+)\/(dispatches|runs)$/.exec(rest) ?? [];
    if (workflow !== 'docs.yml') return undefined;
    if (what === 'dispatches') return dispatch(repo, workflow, sent);
    const found = runs.filter(
      ({ branch, sha }) =>
        (query.get('head_sha') ?? sha) === sha && (query.get('branch') ?? branch) === branch,
    );
    const repository = (await ask('GET', repo))[1];
    return [
      200,
      { total_count: found.length, workflow_runs: found.map((run) => present(run, repo, repository)) },
    ];
  }

  async function wholeRepository(repo: string): Promise<[number, unknown]> {
    const [status, answer] = await ask('GET', repo);
    if (status !== 200) return [status, answer];
    const repository = answer as { pushed_at: string | null; created_at: string };
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
    const [status] = await ask('GET', `${repo}/git/ref/heads/${head}`);
    if (status === 404) return refuse({ field: 'head', code: 'invalid' });
    const [, open] = await ask('GET', `${repo}/pulls?head=${owner}:${encodeURIComponent(head)}`);
    return (open as unknown[]).length === 0
      ? undefined
      : refuse({ code: 'custom', message: `A pull request already exists for ${owner}:${head}.` });
  }

  async function dispatch(
    repo: string,
    workflow: string,
    sent: { ref: string; return_run_details?: boolean },
  ): Promise<[number, unknown]> {
    const [status, commit] = await ask('GET', `${repo}/commits/${encodeURIComponent(sent.ref)}`);
    if (status !== 200) return [422, refusal(`No ref found for: ${sent.ref}`)];
    const run = { id: runs.length + 9_001, workflow, branch: sent.ref, sha: (commit as { sha: string }).sha };
    runs.push(run);
    return sent.return_run_details
      ? [
          200,
          {
            workflow_run_id: run.id,
            run_url: `${origin}${repo}/actions/runs/${run.id}`,
            html_url: pageOf(run, repo),
          },
        ]
      : [204, undefined];
  }

  const pageOf = ({ id }: Run, repo: string) => `${origin}${repo.replace(/^\/repos/, '')}/actions/runs/${id}`;

  function present(run: Run, repo: string, repository: unknown) {
    const at = `${origin}${repo}/actions/runs/${run.id}`;
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
      url: at,
      html_url: pageOf(run, repo),
      created_at: now,
      updated_at: now,
      jobs_url: `${at}/jobs`,
      logs_url: `${at}/logs`,
      check_suite_url: `${origin}${repo}/check-suites/1`,
      artifacts_url: `${at}/artifacts`,
      cancel_url: `${at}/cancel`,
      rerun_url: `${at}/rerun`,
      workflow_url: `${origin}${repo}/actions/workflows/1`,
    };
  }

  return {
    origin,
    token,
    exchanges,
    runs,
    /** Puts a real history in, object by object. */
    load: (name: string, objects: ReturnType<typeof gitObjects>) =>
      load(ask, `/repos/${owner}/${name}`, objects),
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
  ask: (method: string, address: string, body?: unknown) => Promise<[number, unknown]>,
  repo: string,
  objects: ReturnType<typeof gitObjects>,
): Promise<void> {
  const make = async (what: string, body: object): Promise<string> => {
    const [status, made] = await ask('POST', `${repo}/${what}`, body);
    if (status !== 201) throw new Error(`${what}: ${status} ${JSON.stringify(made)}`);
    return (made as { sha: string }).sha;
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
          await make('git/blobs', { content: objects.blob(sha)?.toString('base64'), encoding: 'base64' }),
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
      await make('git/commits', {
        message: commit.message,
        tree: await make('git/trees', { tree }),
        parents: commit.parents.map((parent) => commits.get(parent)),
        author: person,
        committer: person,
      }),
    );
  }
  const refs = objects.git(['for-each-ref', '--format=%(refname) %(objectname)']) as string;
  for (const line of refs.trim().split('\n')) {
    const [ref, sha] = line.split(' ') as [string, string];
    await make('git/refs', { ref, sha: commits.get(sha) });
  }
  // GitHub's description has it that every label is described.
  await make('labels', { name: 'docs', color: '0075ca', description: 'Documentation' });
}
