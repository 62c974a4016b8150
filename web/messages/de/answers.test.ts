import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerInGerman } from './answers.ts';

const inGerman = async (body: unknown, status = 200) => {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return (await answerInGerman(new Response(JSON.stringify(body), { status, headers }))).json();
};

test('a refusal is in German', async () => {
  const error = { code: 'NOT_FOUND', message: 'Repository acme/api not found' };
  assert.deepEqual(await inGerman({ error, requestId: '1' }, 404), {
    error: { ...error, message: 'Repository acme/api nicht gefunden' },
    requestId: '1',
  });
});

test('the error with which a job ended is in German, and what people wrote stays', async () => {
  const job = (message: string) => ({
    data: { state: 'failed', error: { code: 'NOT_FOUND', message }, title: 'Repository "x" not found' },
  });
  assert.deepEqual(
    await inGerman(job('Repository acme/$&"api" not found')),
    job('Repository acme/$&"api" nicht gefunden'),
  );
  assert.deepEqual(await inGerman(job('Nobody translated this')), job('Nobody translated this'));
});
