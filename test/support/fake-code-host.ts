import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { serveGit } from './git-http.ts';
import { gitObjects } from './git-objects.ts';
import type { Exchange } from './github-description.ts';

export type FakeKind = 'github' | 'gitlab' | 'gitea';

interface FakePull {
  number: number;
  title: string;
  body: string;
  branch: string;
  target: string;
  state: 'open' | 'merged' | 'closed';
  labels: string[];
  isDraft?: boolean;
  /** The head of the branch if absent. */
  sha?: string;
  isFromFork?: boolean;
}

interface FakeStatus {
  id: number;
  sha: string;
  state: string;
  name: string;
  description: string;
  ref: string | undefined;
}

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: the request body as the client sent it
  body: any;
}

type Reply = [status: number, body?: unknown, headers?: Record<string, string>];

/**
 * A fake code host with the API of GitHub, GitLab or Gitea, backed by real bare repositories. It refuses what the real hosts
 * refuse: a second pull request for a branch, one without a branch, and a wrong token.
 */
export async function startFakeHost(kind: FakeKind, root: string) {
  const pulls: FakePull[] = [];
  const runs: { id: number; workflow: string; ref: string; sha: string }[] = [];
  const statuses: FakeStatus[] = [];
  const comments: { id: number; number: number; body: string }[] = [];
  const calls: Call[] = [];
  const exchanges: Exchange[] = [];
  const state = {
    fail: undefined as Reply | undefined,
    /** Answers a call instead of the host. */
    refuse: undefined as ((call: Call) => Reply | undefined) | undefined,
    /** The answer to a call is lost after the call had its effect. */
    lose: undefined as ((call: Call) => 'cut' | 'silence' | undefined) | undefined,
    /** Delays the response to a call until the returned promise settles. */
    hold: undefined as ((call: Call) => Promise<void> | undefined) | undefined,
    showsRunDetails: true,
    workflows: ['docs.yml'],
    labels: ['docs'],
    /** The text of each release, by its tag; null where nobody wrote one. */
    releases: {} as Record<string, string | null>,
    /** Extra configuration of its git server. */
    git: {} as Record<string, string>,
    gitFails: undefined as [status: number, message: string, headers: Record<string, string>] | undefined,
    renamed: {} as Record<string, string>,
  };
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url as string, 'http://x');
    if (/\.git\/(?:info\/refs|git-[a-z]+-pack)$/.test(url.pathname)) {
      const call = {
        method: request.method as string,
        path: url.pathname,
        query: url.searchParams,
        body: {},
      };
      calls.push(call);
      await state.hold?.(call);
      const moved = Object.entries(state.renamed).find(([from]) => url.pathname.startsWith(from));
      if (moved)
        return void response.writeHead(301, { location: (request.url as string).replace(...moved) }).end();
      if (state.gitFails) {
        const [status, message, headers] = state.gitFails;
        return void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(message);
      }
      const [, credentials = ''] = (request.headers.authorization ?? '').split('Basic ');
      if (Buffer.from(credentials, 'base64').toString().endsWith(':good-token'))
        return serveGit(root, request, response, state.git);
      response.writeHead(401, { 'content-type': 'text/plain' }).end('remote: Invalid credentials');
      return;
    }
    const sent = await text(request);
    const call = {
      method: request.method as string,
      path: url.pathname,
      query: url.searchParams,
      body: sent === '' ? {} : JSON.parse(sent),
    };
    calls.push(call);
    await state.hold?.(call);
    const token = request.headers.authorization ?? request.headers['private-token'];
    const [status, body, headers] =
      state.fail ??
      state.refuse?.(call) ??
      (String(token).endsWith('good-token') ? reply(call) : ([401, { message: 'Bad credentials' }] as Reply));
    const lost = state.lose?.(call);
    if (lost === 'silence') return;
    if (lost === 'cut') return void response.destroy();
    const { method, path: requestPath, query } = call;
    exchanges.push({
      ...{ method, path: requestPath, query, status },
      requestBody: sent === '' ? undefined : call.body,
      responseBody: status === 204 ? undefined : body,
    });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined || status === 204 ? '' : JSON.stringify(body));
  });
  // A test that blocks the event loop for longer than the default of 5 s must not lose its idle connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function reply(call: Call): Reply {
    const shape = kind === 'gitlab' ? /^\/projects\/([^/]+)(\/.*)?$/ : /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/;
    const [, name = '', rest = ''] = shape.exec(call.path) ?? [];
    const repo = decodeURIComponent(name);
    const objects = gitObjects(path.join(root, `${repo}.git`));
    if (objects.resolve('HEAD') === undefined) return [404, { message: 'Not Found' }];
    const web = `${origin}/${repo}`;
    const context = { ...call, rest, objects, web };
    if (kind === 'gitlab') return gitlab(context);
    return kind === 'github' ? github(context) : gitea(context);
  }

  interface Context extends Call {
    rest: string;
    objects: ReturnType<typeof gitObjects>;
    web: string;
  }

  const presentCommit = ({
    sha,
    parents,
    author,
    date,
    message,
    tree,
  }: {
    sha: string;
    parents: string[];
    author: string;
    date: string;
    message: string;
    tree: string;
  }) => ({
    sha,
    parents: parents.map((parent) => ({ sha: parent })),
    commit: {
      message,
      author: { name: author, date },
      committer: { name: author, date },
      tree: { sha: tree },
    },
  });
  /** GitLab has other fields than GitHub; Gitea has one more than GitHub. */
  const presentPull = (
    {
      number,
      title,
      body,
      branch,
      target,
      state: now,
      labels,
      isDraft = false,
      isFromFork = false,
      sha,
    }: FakePull,
    objects: Context['objects'],
    web: string,
  ) => {
    const head = sha ?? objects.resolve(`refs/heads/${branch}`);
    const page = `${web}/pull/${number}`;
    const merged_at = now === 'merged' ? '2026-01-01T00:00:00Z' : null;
    if (kind === 'gitlab')
      return {
        ...{ iid: number, web_url: page, title, description: body, merged_at, labels },
        ...{ draft: isDraft, sha: head, target_branch: target },
        ...{ source_project_id: isFromFork ? 2 : 1, target_project_id: 1 },
        state: now === 'open' ? 'opened' : now,
      };
    return {
      ...{ number, html_url: page, title, body, merged_at, draft: isDraft },
      head: { ref: branch, sha: head, repo: { id: isFromFork ? 2 : 1 } },
      base: { ref: target, repo: { id: 1 } },
      state: now === 'open' ? 'open' : 'closed',
      labels: labels.map((name) => ({ name })),
      ...(kind === 'gitea' && { merged: now === 'merged' }),
    };
  };
  const openPull = (
    objects: Context['objects'],
    web: string,
    fields: Omit<FakePull, 'number' | 'state' | 'labels'>,
    refusalStatus: number,
  ): Reply => {
    if (objects.resolve(fields.branch) === undefined)
      return [refusalStatus, { message: 'Validation Failed', errors: [{ message: 'head does not exist' }] }];
    if (pulls.some(({ branch, state: now }) => branch === fields.branch && now === 'open'))
      return [
        refusalStatus,
        { message: 'Validation Failed', errors: [{ message: 'A pull request already exists' }] },
      ];
    const pull: FakePull = { ...fields, number: pulls.length + 101, state: 'open', labels: [] };
    pulls.push(pull);
    return [201, presentPull(pull, objects, web)];
  };
  const presentRelease = (tag: string) => ({
    ...(kind !== 'gitlab' && { id: Object.keys(state.releases).indexOf(tag) + 1 }),
    tag_name: tag,
    [kind === 'gitlab' ? 'description' : 'body']: state.releases[tag],
  });
  const addStatus = ({ sha, state: now, name, description, ref }: Omit<FakeStatus, 'id'>) => {
    const status = { id: statuses.length + 1, sha, state: now, name, description, ref };
    statuses.push(status);
    return status;
  };
  const presentStatus = ({ id, sha, state: now, name, description, ref }: FakeStatus) => {
    if (kind === 'gitlab') return { id, sha, status: now, name, description, ref };
    return { id, context: name, description, [kind === 'gitea' ? 'status' : 'state']: now };
  };
  const addComment = (number: number, body: string) => {
    const comment = { id: comments.length + 701, number, body };
    comments.push(comment);
    return comment;
  };
  const presentComment = ({ id, body }: { id: number; body: string }) => ({ id, body });
  const startRun = (workflow: string, ref: string, sha: string) => {
    const run = { id: runs.length + 9_001, workflow, ref, sha };
    runs.push(run);
    return run;
  };
  const runPage = (id: number, web: string) => `${web}/actions/runs/${id}`;
  const presentRun = ({ id, sha }: { id: number; sha: string }, web: string) =>
    kind === 'gitlab'
      ? { id, sha, web_url: runPage(id, web) }
      : { id, head_sha: sha, html_url: runPage(id, web) };
  const paged = <T>(list: T[], query: URLSearchParams): T[] => {
    const size = Number(query.get('per_page') ?? query.get('limit') ?? 30);
    const page = Number(query.get('page') ?? 1);
    return list.slice((page - 1) * size, page * size);
  };

  /** The routes that GitHub and Gitea have in common. */
  function githubStyle({ method, rest, query, body, objects, web }: Context): Reply | undefined {
    const { on, part } = newMatcher(method, rest);
    if (on('GET', /^$/)) return [200, { default_branch: 'main', html_url: web }];
    if (on('GET', /^\/git\/blobs\/(\w+)$/)) {
      const bytes = objects.blob(part());
      return bytes
        ? [200, { sha: part(), size: bytes.length, encoding: 'base64', content: bytes.toString('base64') }]
        : [404, {}];
    }
    if (on('GET', /^\/commits$/))
      return [200, paged(objects.list(query.get('sha') ?? 'main'), query).map(presentCommit)];
    if (on('GET', /^\/(branches|tags)$/)) {
      const folder = part() === 'tags' ? 'tags' : 'heads';
      return [200, paged(objects.refs(folder), query).map(({ name, sha }) => ({ name, commit: { sha } }))];
    }
    if (on('GET', /^\/releases\/tags\/([^/]+)$/)) {
      const released = state.releases[part()];
      return released === undefined ? [404, {}] : [200, presentRelease(part())];
    }
    if (on('POST', /^\/releases$/)) {
      if (objects.resolve(`refs/tags/${body.tag_name}`) === undefined) return [404, { message: 'Not Found' }];
      if (state.releases[body.tag_name] !== undefined) return [422, { message: 'Validation Failed' }];
      state.releases[body.tag_name] = body.body;
      return [201, presentRelease(body.tag_name)];
    }
    if (on('PATCH', /^\/releases\/(\d+)$/)) {
      const tag = Object.keys(state.releases)[Number(part()) - 1];
      if (tag === undefined) return [404, {}];
      state.releases[tag] = body.body;
      return [200, presentRelease(tag)];
    }
    if (on('GET', /^\/commits\/(\w+)\/statuses$/))
      return [
        200,
        statuses
          .filter(({ sha }) => sha === part())
          .toReversed()
          .map(presentStatus),
      ];
    if (on('POST', /^\/statuses\/(\w+)$/)) {
      if (!objects.commit(part())) return [422, { message: 'No commit found for SHA' }];
      return [201, presentStatus(addStatus({ ...body, sha: part(), name: body.context }))];
    }
    if (on('GET', /^\/issues\/(\d+)\/comments$/)) {
      const found = comments.filter(({ number }) => number === Number(part())).map(presentComment);
      // Gitea sends all of them whatever the page.
      return [200, kind === 'gitea' ? found : paged(found, query)];
    }
    if (on('POST', /^\/issues\/(\d+)\/comments$/))
      return [201, presentComment(addComment(Number(part()), body.body))];
    if (on('GET', /^\/issues\/comments\/(\d+)$/)) {
      const found = comments.find(({ id }) => id === Number(part()));
      return found ? [200, presentComment(found)] : [404, { message: 'Not Found' }];
    }
    if (on('PATCH', /^\/issues\/comments\/(\d+)$/)) {
      const found = comments.find(({ id }) => id === Number(part()));
      if (!found) return [404, { message: 'Not Found' }];
      found.body = body.body;
      return [200, presentComment(found)];
    }
    if (on('GET', /^\/pulls\/(\d+)$/)) {
      const pull = pulls.find(({ number }) => number === Number(part()));
      return pull ? [200, presentPull(pull, objects, web)] : [404, { message: 'Not Found' }];
    }
    if (on('GET', /^\/pulls$/)) {
      const branch = query.get('head')?.split(':')[1];
      const pullState = query.get('state') ?? 'open';
      const isOpen = (pull: FakePull) => pull.state === 'open';
      return [
        200,
        paged(
          pulls
            .filter((pull) => branch === undefined || pull.branch === branch)
            .filter((pull) => pullState === 'all' || isOpen(pull) === (pullState === 'open')),
          query,
        ).map((pull) => presentPull(pull, objects, web)),
      ];
    }
    if (on('PATCH', /^\/pulls\/(\d+)$/)) {
      const pull = pulls.find(({ number }) => number === Number(part()));
      Object.assign(pull ?? {}, { title: body.title, body: body.body });
      return pull ? [200, presentPull(pull, objects, web)] : [404, {}];
    }
    if (on('POST', /^\/labels$/)) {
      state.labels.push(body.name);
      return [201, { name: body.name }];
    }
    if (on('POST', /^\/issues\/(\d+)\/labels$/)) {
      const pull = pulls.find(({ number }) => number === Number(part()));
      // Gitea ignores unknown labels; GitHub creates them.
      const known = body.labels.filter((label: string) => kind === 'github' || state.labels.includes(label));
      for (const label of known) if (!pull?.labels.includes(label)) pull?.labels.push(label);
      return [200, pull?.labels.map((name) => ({ name }))];
    }
    if (on('POST', /^\/pulls$/))
      return openPull(
        objects,
        web,
        { title: body.title, body: body.body, branch: body.head, target: body.base },
        kind === 'gitea' ? 409 : 422,
      );
    if (on('POST', /^\/actions\/workflows\/([^/]+)\/dispatches$/)) {
      if (!state.workflows.includes(part())) return [404, { message: 'Not Found' }];
      const sha = objects.resolve(body.ref);
      if (sha === undefined) return [422, { message: `No ref found for: ${body.ref}` }];
      const run = startRun(part(), body.ref, sha);
      return state.showsRunDetails
        ? [200, { workflow_run_id: run.id, run_url: `${web}/api`, html_url: runPage(run.id, web) }]
        : [204];
    }
    return undefined;
  }

  function github(context: Context): Reply {
    const { method, rest, query, body, objects, web } = context;
    const common = githubStyle(context);
    if (common) return common;
    const { on, part } = newMatcher(method, rest);
    if (on('GET', /^\/commits\/([^/]+)$/)) {
      const commit = objects.commit(part());
      return commit ? [200, presentCommit(commit)] : [422, { message: `No commit found for SHA: ${part()}` }];
    }
    if (on('GET', /^\/compare\/(\w+)\.\.\.(\w+)$/)) {
      const base = objects.mergeBase(part(1), part(2));
      if (base === undefined) return [404, { message: 'No common ancestor' }];
      const commits = objects.list(part(2), `^${part(1)}`).reverse();
      const files = objects.diff(base, part(2)).slice(0, 300);
      const statuses: Record<string, string> = {
        A: 'added',
        D: 'removed',
        M: 'modified',
        R: 'renamed',
        T: 'changed',
      };
      return [
        200,
        {
          total_commits: commits.length,
          commits: paged(commits, query).map(presentCommit),
          merge_base_commit: { sha: base },
          files:
            query.get('page') === '1'
              ? files.map(({ status, from, to }) => ({
                  filename: to,
                  status: statuses[status],
                  ...(status === 'R' && { previous_filename: from }),
                }))
              : [],
        },
      ];
    }
    if (on('GET', /^\/git\/trees\/(\w+)$/))
      return [
        200,
        { sha: part(), truncated: false, tree: objects.tree(part(), query.get('recursive') === '1') },
      ];
    if (on('GET', /^\/git\/commits\/(\w+)$/)) {
      const commit = objects.commit(part());
      return commit ? [200, { sha: commit.sha, tree: { sha: commit.tree } }] : [404, {}];
    }
    if (on('POST', /^\/git\/trees$/)) return [201, { sha: objects.treeWith(body.base_tree, body.tree) }];
    if (on('POST', /^\/git\/commits$/))
      return [201, { sha: objects.commitTree(body.tree, body.parents, body.message, body.author.date) }];
    if (on('GET', /^\/git\/ref\/heads\/(.+)$/)) {
      const sha = objects.resolve(`refs/heads/${part()}`);
      return sha
        ? [200, { ref: `refs/heads/${part()}`, object: { sha, type: 'commit' } }]
        : [404, { message: 'Not Found' }];
    }
    if (on('GET', /^\/git\/matching-refs\/(heads|tags)\/(.+)$/)) {
      const folder = part() === 'tags' ? 'tags' : 'heads';
      const found = objects.refs(folder).filter(({ name }) => name.startsWith(part(2)));
      return [
        200,
        found.map(({ name, sha }) => ({ ref: `refs/${folder}/${name}`, object: { sha, type: 'commit' } })),
      ];
    }
    if (on('POST', /^\/git\/refs$/)) {
      if (objects.resolve(body.ref)) return [422, { message: 'Reference already exists' }];
      objects.setRef(body.ref, body.sha);
      return [201, { ref: body.ref, object: { sha: body.sha } }];
    }
    if (on('PATCH', /^\/git\/refs\/heads\/(.+)$/)) {
      objects.setBranch(part(), body.sha);
      return [200, { ref: `refs/heads/${part()}`, object: { sha: body.sha } }];
    }
    if (on('GET', /^\/actions\/workflows\/([^/]+)\/runs$/)) {
      const found = runs.filter(({ workflow, sha }) => workflow === part() && sha === query.get('head_sha'));
      return [200, { total_count: found.length, workflow_runs: found.map((run) => presentRun(run, web)) }];
    }
    return [404, { message: `${method} ${rest} is not implemented by the fake host` }];
  }

  function gitea(context: Context): Reply {
    const { method, rest, query, body, objects, web } = context;
    const common = githubStyle(context);
    if (common) return common;
    const { on, part } = newMatcher(method, rest);
    if (on('GET', /^\/git\/commits\/([^/]+)$/)) {
      const commit = objects.commit(part());
      return commit ? [200, presentCommit(commit)] : [404, { message: 'not found' }];
    }
    if (on('GET', /^\/compare\/(\w+)\.\.\.(\w+)$/)) {
      if (objects.mergeBase(part(1), part(2)) === undefined) return [404, { message: 'no merge base' }];
      const commits = objects.list(part(2), `^${part(1)}`);
      return [200, { total_commits: commits.length, commits: commits.map(presentCommit) }];
    }
    if (on('GET', /^\/git\/trees\/(\w+)$/)) {
      const all = objects.tree(part(), true);
      const page = paged(all, query);
      return [
        200,
        {
          sha: part(),
          total_count: all.length,
          truncated: Number(query.get('page')) * Number(query.get('per_page')) < all.length,
          tree: page,
        },
      ];
    }
    if (on('GET', /^\/branches\/([^/]+)$/)) {
      const sha = objects.resolve(`refs/heads/${part()}`);
      return sha ? [200, { name: part(), commit: { id: sha } }] : [404, { message: 'not found' }];
    }
    if (on('GET', /^\/contents\/(.+)$/)) {
      const entry = objects.tree(query.get('ref') as string, true).find(({ path: name }) => name === part());
      return entry ? [200, { path: part(), sha: entry.sha }] : [404, { message: 'not found' }];
    }
    if (on('POST', /^\/contents$/)) {
      const parent = objects.commit(`refs/heads/${body.branch}`);
      if (!parent) return [404, { message: 'branch does not exist' }];
      if (body.new_branch && objects.resolve(`refs/heads/${body.new_branch}`))
        return [422, { message: `branch already exists [name: ${body.new_branch}]` }];
      const files = body.files.map((file: { path: string; content: string }) => ({
        path: file.path,
        content: Buffer.from(file.content, 'base64').toString(),
      }));
      const sha = objects.commitTree(
        objects.treeWith(parent.tree, files),
        [parent.sha],
        body.message,
        body.dates.author,
      );
      objects.setBranch(body.new_branch ?? body.branch, sha);
      return [201, { commit: { sha } }];
    }
    if (on('GET', /^\/actions\/runs$/)) {
      const found = runs.filter(({ sha }) => sha === query.get('head_sha'));
      return [200, { workflow_runs: found.map((run) => presentRun(run, web)) }];
    }
    return [404, { message: `${method} ${rest} is not implemented by the fake host` }];
  }

  function gitlab({ method, rest, query, body, objects, web }: Context): Reply {
    const { on, part } = newMatcher(method, rest);
    const presentGitlabCommit = (commit: NonNullable<ReturnType<typeof objects.commit>>) => ({
      id: commit.sha,
      parent_ids: commit.parents,
      author_name: commit.author,
      committed_date: commit.date,
      message: commit.message,
    });
    if (on('GET', /^$/)) return [200, { default_branch: 'main', web_url: web }];
    if (on('GET', /^\/repository\/commits\/([^/]+)$/)) {
      const commit = objects.commit(part());
      return commit ? [200, presentGitlabCommit(commit)] : [404, { message: '404 Commit Not Found' }];
    }
    if (on('GET', /^\/repository\/commits$/))
      return [200, paged(objects.list(query.get('ref_name') as string), query).map(presentGitlabCommit)];
    if (on('GET', /^\/repository\/merge_base$/)) {
      const [a = '', b = ''] = query.getAll('refs[]');
      const sha = objects.mergeBase(a, b);
      return sha ? [200, { id: sha }] : [404, { message: '404 Merge Base Not Found' }];
    }
    if (on('GET', /^\/repository\/compare$/)) {
      const [from, to] = [query.get('from') as string, query.get('to') as string];
      const start = query.get('straight') === 'true' ? from : (objects.mergeBase(from, to) as string);
      return [
        200,
        {
          commits: objects.list(to, `^${from}`).reverse().map(presentGitlabCommit),
          diffs: objects.diff(start, to).map((diff) => ({
            old_path: diff.from,
            new_path: diff.to,
            a_mode: diff.oldMode,
            b_mode: diff.newMode,
            new_file: diff.status === 'A',
            renamed_file: diff.status === 'R',
            deleted_file: diff.status === 'D',
          })),
        },
      ];
    }
    if (on('GET', /^\/repository\/tree$/)) {
      const entries = objects.tree(
        query.get('ref') as string,
        query.get('recursive') === 'true',
        query.get('path') ?? '',
      );
      return [200, paged(entries, query).map(({ sha, type, path: name }) => ({ id: sha, type, path: name }))];
    }
    if (on('GET', /^\/repository\/blobs\/(\w+)$/)) {
      const bytes = objects.blob(part());
      return bytes
        ? [200, { size: bytes.length, encoding: 'base64', content: bytes.toString('base64') }]
        : [404, {}];
    }
    if (on('GET', /^\/repository\/(branches|tags)$/)) {
      const found = objects
        .refs(part() === 'tags' ? 'tags' : 'heads')
        .filter(({ name }) => name.includes(query.get('search') ?? ''));
      return [200, paged(found, query).map(({ name, sha }) => ({ name, commit: { id: sha } }))];
    }
    if (on('GET', /^\/repository\/branches\/([^/]+)$/)) {
      const sha = objects.resolve(`refs/heads/${part()}`);
      return sha ? [200, { name: part(), commit: { id: sha } }] : [404, { message: '404 Branch Not Found' }];
    }
    if (on('GET', /^\/repository\/files\/([^/]+)$/)) {
      const entry = objects.tree(query.get('ref') as string, true).find(({ path: name }) => name === part());
      return entry ? [200, { blob_id: entry.sha }] : [404, { message: '404 File Not Found' }];
    }
    if (on('POST', /^\/repository\/commits$/)) {
      const parent = objects.commit(body.start_sha);
      if (!parent) return [400, { message: 'no start' }];
      if (objects.resolve(`refs/heads/${body.branch}`) && !body.force)
        return [400, { message: 'A branch called that already exists' }];
      const files = body.actions.map((action: { file_path: string; content: string }) => ({
        path: action.file_path,
        content: action.content,
      }));
      const sha = objects.commitTree(
        objects.treeWith(parent.tree, files),
        [parent.sha],
        body.commit_message,
        '2026-11-01T00:00:00Z',
      );
      objects.setBranch(body.branch, sha);
      return [201, { id: sha }];
    }
    if (on('GET', /^\/releases\/([^/]+)$/)) {
      const released = state.releases[part()];
      return released === undefined ? [404, {}] : [200, presentRelease(part())];
    }
    if (on('POST', /^\/releases$/)) {
      if (objects.resolve(`refs/tags/${body.tag_name}`) === undefined)
        return [422, { message: 'Ref is not specified' }];
      if (state.releases[body.tag_name] !== undefined) return [409, { message: 'Release already exists' }];
      state.releases[body.tag_name] = body.description;
      return [201, presentRelease(body.tag_name)];
    }
    if (on('PUT', /^\/releases\/([^/]+)$/)) {
      if (state.releases[part()] === undefined) return [404, {}];
      state.releases[part()] = body.description;
      return [200, presentRelease(part())];
    }
    if (on('GET', /^\/repository\/commits\/(\w+)\/statuses$/))
      return [
        200,
        statuses.filter(({ sha, name }) => sha === part() && name === query.get('name')).map(presentStatus),
      ];
    if (on('POST', /^\/statuses\/(\w+)$/)) {
      const isOnBranch = objects.refs('heads').some(({ sha }) => objects.mergeBase(sha, part()) === part());
      if (!isOnBranch && body.ref === undefined)
        return [404, { message: '404 References for commit Not Found' }];
      return [201, presentStatus(addStatus({ ...body, sha: part() }))];
    }
    if (on('GET', /^\/merge_requests\/(\d+)\/notes$/))
      return [
        200,
        paged(
          comments.filter(({ number }) => number === Number(part())),
          query,
        ).map(presentComment),
      ];
    if (on('POST', /^\/merge_requests\/(\d+)\/notes$/))
      return [201, presentComment(addComment(Number(part()), body.body))];
    if (on('GET', /^\/merge_requests\/\d+\/notes\/(\d+)$/)) {
      const found = comments.find(({ id }) => id === Number(part()));
      return found ? [200, presentComment(found)] : [404, { message: '404 Not found' }];
    }
    if (on('PUT', /^\/merge_requests\/\d+\/notes\/(\d+)$/)) {
      const found = comments.find(({ id }) => id === Number(part()));
      if (!found) return [404, { message: '404 Not found' }];
      found.body = body.body;
      return [200, presentComment(found)];
    }
    if (on('GET', /^\/merge_requests\/(\d+)$/)) {
      const pull = pulls.find(({ number }) => number === Number(part()));
      return pull ? [200, presentPull(pull, objects, web)] : [404, { message: '404 Not found' }];
    }
    if (on('GET', /^\/merge_requests$/))
      return [
        200,
        pulls
          .filter(({ branch }) => branch === query.get('source_branch'))
          .map((pull) => presentPull(pull, objects, web)),
      ];
    if (on('POST', /^\/merge_requests$/))
      return openPull(
        objects,
        web,
        { title: body.title, body: body.description, branch: body.source_branch, target: body.target_branch },
        409,
      );
    if (on('PUT', /^\/merge_requests\/(\d+)$/)) {
      const pull = pulls.find(({ number }) => number === Number(part()));
      if (!pull) return [404, {}];
      if (body.title !== undefined) Object.assign(pull, { title: body.title, body: body.description });
      for (const label of (body.add_labels ?? '').split(',').filter(Boolean))
        if (!pull.labels.includes(label)) pull.labels.push(label);
      return [200, presentPull(pull, objects, web)];
    }
    if (on('POST', /^\/pipeline$/)) {
      const sha = objects.resolve(body.ref);
      return sha
        ? [201, presentRun(startRun('pipeline', body.ref, sha), web)]
        : [400, { message: { base: ['Reference not found'] } }];
    }
    if (on('GET', /^\/pipelines$/))
      return [200, runs.filter(({ sha }) => sha === query.get('sha')).map((run) => presentRun(run, web))];
    return [404, { message: `${method} ${rest} is not implemented by the fake host` }];
  }

  return {
    origin,
    pulls,
    runs,
    statuses,
    comments,
    calls,
    exchanges,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `on` matches a route and keeps its groups, which `part` returns. */
function newMatcher(method: string, path: string) {
  let match: RegExpExecArray | null = null;
  return {
    on: (expectedMethod: string, shape: RegExp) => {
      match = method === expectedMethod ? shape.exec(path) : null;
      return match !== null;
    },
    part: (index = 1) => decodeURIComponent(match?.[index] ?? ''),
  };
}
