import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDocumentAddress } from './client-document.ts';
import { findRedirectProblem, isRegistered, redirectHost, withParameters } from './redirect-uri.ts';

test('codes go to https, to this machine and to installed applications alone', () => {
  for (const uri of [
    'https://claude.ai/api/mcp/auth_callback',
    'http://localhost:3118/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9/callback?a=b',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/callback',
  ])
    assert.equal(findRedirectProblem(uri), undefined, uri);
  for (const uri of [
    'http://example.org/callback',
    'http://127.0.0.1.example.org/',
    'http://localhost@example.org/',
    'https://user:word@example.org/',
    'https://example.org/#part',
    'https://example.org/#',
    'https://example.org/ space',
    'javascript:alert(1)',
    'JavaScript://%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.org/x',
    'view-source:https://example.org',
    'intent://x#Intent;end',
    'app:callback',
    '/callback',
    '',
    `https://example.org/${'a'.repeat(2_000)}`,
  ])
    assert.notEqual(findRedirectProblem(uri), undefined, uri);
});

test('a redirect URI is the registered one to the character, but for the port on this machine', () => {
  const registered = ['https://a.example/cb', 'http://127.0.0.1:80/cb?x=1', 'app.a:/cb'];
  for (const uri of [...registered, 'http://127.0.0.1:5000/cb?x=1', 'http://127.0.0.1/cb?x=1'])
    assert.ok(isRegistered(uri, registered), uri);
  for (const uri of [
    'https://a.example/cb/',
    'https://a.example:444/cb',
    'https://a.example/cb?x',
    'https://b.example/cb',
    'https://127.0.0.1:5000/cb?x=1',
    'http://localhost:5000/cb?x=1',
    'http://127.0.0.1:5000/cb?x=2',
    'app.b:/cb',
    'nonsense',
    ' http://127.0.0.1:5000/cb?x=1',
    'http://127.0.0.1:50\n00/cb?x=1',
    'http://127.1:5000/cb?x=1',
    'http:\\\\127.0.0.1:5000/cb?x=1',
    'http://u@127.0.0.1:5000/cb?x=1',
    'http://127.0.0.1:5000/cb?x=1#',
  ])
    assert.ok(!isRegistered(uri, registered), uri);
});

test('parameters are added to the query that the client registered, and hosts are shown plainly', () => {
  assert.equal(
    withParameters('https://a.example/cb?x=1', { code: 'a&b', state: undefined }),
    'https://a.example/cb?x=1&code=a%26b',
  );
  assert.equal(withParameters('app.a:/cb', { code: 'c' }), 'app.a:/cb?code=c');
  assert.equal(redirectHost('https://a.example:8443/cb'), 'a.example:8443');
  assert.equal(redirectHost('cursor://host/cb'), 'cursor');
});

test('the address of a metadata document is https with a path, as the parser writes it, and hides nothing', () => {
  assert.ok(isDocumentAddress('https://a.example/client.json'));
  for (const id of [
    'https://a.example/',
    'http://a.example/client.json',
    'https://A.example/client.json',
    'https://u@a.example/client.json',
    'https://a.example/x/../client.json',
    'https://a.example/client.json#part',
    'https://a.example/client.json#',
    `https://${'a'.repeat(300)}/client.json`,
  ])
    assert.ok(!isDocumentAddress(id), id);
});
