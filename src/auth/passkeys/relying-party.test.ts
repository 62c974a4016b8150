import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRelyingParty } from './relying-party.ts';

test('passkeys are for an https address with a name, and for localhost', () => {
  const idOf = (baseUrl: string | undefined) => findRelyingParty(baseUrl)?.id;
  assert.deepEqual(findRelyingParty('https://docket.example.org:8443/'), {
    id: 'docket.example.org',
    origin: 'https://docket.example.org:8443',
  });
  assert.equal(idOf('http://localhost:3000'), 'localhost');
  assert.equal(idOf('http://docket.localhost'), 'docket.localhost');
  assert.equal(idOf('https://intranet'), 'intranet');
  for (const off of [
    undefined,
    'http://docket.example.org',
    'http://notlocalhost',
    'https://203.0.113.7',
    'https://0x7f.1',
    'https://[2001:db8::1]',
    'http://127.0.0.1:3000',
  ])
    assert.equal(idOf(off), undefined, String(off));
});
