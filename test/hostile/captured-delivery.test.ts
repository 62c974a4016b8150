import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { dayMs } from '../../src/platform/clock.ts';
import { onEveryEngine } from '../support/engines.ts';
import { hexSignature, sendHook, signedHosts } from '../support/webhooks.ts';
import { openWorld, type World } from '../support/world.ts';

const hosts = {
  github: { prefix: 'x-github', hook: 'x-github-hook-id', signature: 'x-hub-signature-256' },
  gitea: { prefix: 'x-gitea', hook: 'x-gitea-event-type', signature: 'x-gitea-signature' },
  forgejo: { prefix: 'x-forgejo', hook: 'x-forgejo-event-type', signature: 'x-forgejo-signature' },
};

onEveryEngine('a signed delivery that was captured', (engine) => {
  let world: World;
  before(async () => {
    world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off', REPOSITORIES_ALLOWED: 'acme/app' });
  });
  after(() => world.close());

  for (const [name, { prefix, hook, signature }] of Object.entries(hosts)) {
    test(`from ${name} has no effect under another id, event name or hook, even 29 days later`, async () => {
      const body = JSON.stringify({
        action: 'opened',
        repository: { full_name: 'acme/app' },
        issue: { number: 7, title: 'Captured', html_url: 'https://code.example/acme/app/issues/7' },
        pull_request: { number: 7, title: 'Captured', head: { ref: 'a', sha: 'a'.repeat(40) } },
      });
      const send = (event: string, more: Record<string, string> = {}) =>
        sendHook(world, `/webhooks/${name}`, body, {
          'content-type': 'application/json',
          [`${prefix}-event`]: event,
          [`${prefix}-delivery`]: randomUUID(),
          [signature]: `${name === 'github' ? 'sha256=' : ''}${hexSignature(body)}`,
          ...more,
        });
      const first = (await send('issues', { [hook]: '1' })).body.data;
      assert.deepEqual([first.verified, first.duplicate], [true, undefined]);
      const events = (await world.events()).length;
      const assertDuplicate = async (event: string, more?: Record<string, string>) => {
        const { body: answer } = await send(event, more);
        assert.deepEqual([answer.data.duplicate, answer.data.id], [true, first.id], `${event} ${more}`);
      };
      await assertDuplicate('issues', { [hook]: '1' });
      await assertDuplicate('pull_request', { [hook]: '2' });
      world.clock.advance(29 * dayMs);
      await assertDuplicate('issues');
      await assertDuplicate('pull_request');
      assert.equal((await world.events()).length, events);
    });
  }
});
