import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curlCommand } from './curl.ts';

test('the command for a new token quotes its address and token', () => {
  const command = curlCommand({ url: 'https://docket.example.org/webhooks/generic', token: "dkt_in_a'b" });
  assert.match(command, /^curl -X POST 'https:\/\/docket\.example\.org\/webhooks\/generic' \\\n/);
  assert.match(command, /-H 'Authorization: Bearer dkt_in_a'\\''b'/);
});
