import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentCommands, installCommand } from './agent-commands.ts';

test('the command names the server and the key', () => {
  const command = agentCommands.run('https://docket.example.org', 'dkt_secret');
  assert.match(
    command,
    /^DOCKET_URL=https:\/\/docket\.example\.org \\\nDOCKET_API_KEY=dkt_secret \\\ndocket agent run /,
  );
});

test('the configuration for the Model Context Protocol is valid JSON with the address and the key', () => {
  assert.deepEqual(
    JSON.parse(agentCommands.mcp('https://docket.example.org', 'dkt_secret')).mcpServers.docket,
    {
      type: 'http',
      url: 'https://docket.example.org/mcp',
      headers: { Authorization: 'Bearer dkt_secret' },
    },
  );
});

test('the program is installed from the address of the instance', () => {
  assert.equal(
    installCommand('https://docket.example.org'),
    'npm install --global https://docket.example.org/downloads/docket-cli.tgz',
  );
});
