import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchOf, curlOf, linkOf, markdownOf } from './copy-text.ts';

const ticket = { id: '01922f0e', key: 'PAY-12', title: 'Größe & [Rate] falsch' };
const origin = 'https://docket.example.org';

test('a ticket is copied as link, Markdown, curl command and branch', () => {
  assert.equal(linkOf(ticket, origin), 'https://docket.example.org/t/PAY-12');
  assert.equal(
    markdownOf(ticket, origin),
    '[PAY-12 Größe & \\[Rate\\] falsch](https://docket.example.org/t/PAY-12)',
  );
  assert.match(curlOf(ticket, origin), /api\/tickets\/PAY-12$/);
  assert.equal(branchOf(ticket), 'pay-12-grosse-rate-falsch');
});

test('a ticket without a key is named by its id', () => {
  assert.equal(linkOf({ ...ticket, key: null }, origin), 'https://docket.example.org/t/01922f0e');
  assert.equal(branchOf({ ...ticket, key: null, title: '🙂 Hello' }), 'hello');
});
