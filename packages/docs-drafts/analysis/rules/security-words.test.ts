import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellsSecurityFix } from './security-words.ts';

test('updates and changes for security, and numbers of weaknesses, are security fixes', () => {
  for (const text of [
    'Version bump, security updates to sub dependency',
    'Update libraries for security reasons',
    'Reject duplicate headers (CWE-444)',
    'Fix the conversion, which gave a security warning',
    'Load YAML in a more secure way',
  ])
    assert.equal(tellsSecurityFix(text), true, text);
});

test('what only has to do with security is no fix', () => {
  for (const text of ['Document the security policy', 'Add CSRF protection'])
    assert.equal(tellsSecurityFix(text), false, text);
});
