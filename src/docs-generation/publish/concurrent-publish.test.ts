import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { gitObjects } from '../../../test/support/git-objects.ts';
import { openCodeHost } from '../../code-hosts/index.ts';
import { newOutboundClients } from '../../platform/outbound-http/index.ts';
import { publishDocs } from './publish-docs.ts';

const signal = AbortSignal.timeout(300_000);
const repo = { owner: 'acme', name: 'site' };
const request = { repo: 'acme/site', base: 'main', head: 'next', prNumber: 7, openPr: true };
const made = (content: string) => ({
  summary: 'Words.',
  docs: [{ path: 'content/docs/user/pr-7.mdx', content, entries: [] }],
  digest: Buffer.from(content.padEnd(32, '.')).toString('hex'),
  verdict: {
    bump: 'none' as const,
    announced: 'none' as const,
    reasons: [],
    sinceRelease: null,
    sinceBase: 'none' as const,
  },
  falseNow: [],
  mayBeFalse: [],
  isEmpty: false,
  head: { sha: '1'.repeat(40), committedAt: '2026-11-01T00:00:00Z' },
  facts: { defaultBranch: 'main', webUrl: undefined },
});

for (const kind of ['github', 'gitlab', 'gitea'] as const)
  test(`two processes that publish the same drafts concurrently to ${kind} make one commit and one pull request`, async (t) => {
    const repositories = newRepositories();
    t.after(repositories.remove);
    repositories.add('acme/site', [{ message: 'one', files: { 'a.ts': 'a' } }]);
    const fake = await startFakeHost(kind, repositories.root);
    t.after(fake.close);
    const outbound = newOutboundClients();
    t.after(outbound.close);
    const objects = gitObjects(`${repositories.root}/acme/site.git`);
    const address = {
      kind,
      apiUrl: fake.origin,
      token: 'good-token',
      egress: 'private' as const,
      clones: { searchPath: process.env.PATH as string, bytesMax: 10_000_000 },
      followsRenames: true,
    };
    for (const content of ['first', 'second']) {
      const bothWriting = Promise.withResolvers<void>();
      let writing = 0;
      // Holds the first write until both processes have read the branch; where git pushes, holds the push.
      fake.state.hold = ({ method, path, query }) => {
        const isWrite =
          (method === 'POST' && /\/(?:git\/trees|contents|repository\/commits)$/.test(path)) ||
          query.get('service') === 'git-receive-pack';
        if (!isWrite || ++writing > 2) return undefined;
        if (writing === 2) bothWriting.resolve();
        return bothWriting.promise;
      };
      const publish = async () =>
        publishDocs(await openCodeHost(address, outbound), repo, request, made(content), [], signal);
      const [one, other] = await Promise.all([publish(), publish()]);
      assert.equal(writing >= 2, true);
      assert.deepEqual([one.pull.number, other.pull.number, fake.pulls.length], [101, 101, 1]);
      assert.equal(objects.list('docs/pr-7', '^main').length, 1);
      assert.equal(objects.git(['show', 'docs/pr-7:content/docs/user/pr-7.mdx']), content);
      assert.equal(one.sha, other.sha);
    }
  });
