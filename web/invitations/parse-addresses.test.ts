import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddresses } from './parse-addresses.ts';

test('addresses are separated by commas, semicolons, spaces and new lines', () => {
  const text = 'ada@example.org, ben@example.org;chiara@example.org\nvera@example.org rita@example.org';
  assert.deepEqual(
    parseAddresses(text).emails.map((email) => email.split('@')[0]),
    ['ada', 'ben', 'chiara', 'vera', 'rita'],
  );
});

test('an address with a name is taken without it', () => {
  assert.deepEqual(parseAddresses('Grace Hopper <grace@example.org>, "Lovelace, A" <ada@example.org>'), {
    emails: ['grace@example.org', 'ada@example.org'],
    wrong: ['"Lovelace'],
  });
});

test('an address that is written twice is taken once', () => {
  assert.deepEqual(parseAddresses('ada@example.org ADA@example.org').emails.length, 1);
});

test('what is no address is named, and the others are taken', () => {
  assert.deepEqual(parseAddresses('ada@example.org, grace@, hopper'), {
    emails: ['ada@example.org'],
    wrong: ['grace@', 'hopper'],
  });
  assert.deepEqual(parseAddresses('  \n '), { emails: [], wrong: [] });
});
