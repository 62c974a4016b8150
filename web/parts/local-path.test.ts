import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalPath } from './local-path.ts';

const origin = 'https://docket.test';
const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code));

test('a path that browsers would read as another host is not local', () => {
  const foreign = ['//host', '/\\host', '\\\\host', 'https://host', 'javascript:alert(1)', 'host', ''];
  for (const control of [...controls, '\x7f'])
    foreign.push(`/${control}/host`, `/${control}\\host`, `${control}//host`, `/a${control}`);
  for (const address of foreign) assert.equal(isLocalPath(address), false, JSON.stringify(address));
});

test('every accepted address stays at the origin', () => {
  const accepted = [
    '/',
    '/p/PAY/board?priority=high#top',
    '/t/PAY-7',
    '/a b',
    '/ä/ö',
    '/.//host',
    '/%09/host',
  ];
  for (const address of accepted) {
    assert.equal(isLocalPath(address), true, address);
    assert.equal(new URL(address, origin).origin, origin, address);
  }
});
