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

test('why a task is held and a mention wakes nobody is in German, and reasons that people wrote stay', async () => {
  const answer = (held: string, wake: string) => ({
    data: [
      { heldReason: held, answer: { reason: 'Blocked by Ben' } },
      { agent: { name: 'Pilot' }, wakes: false, reason: wake },
    ],
  });
  assert.deepEqual(
    await inGerman(answer('Blocked by PAY-3, PAY-4', 'Pilot may only read the project')),
    answer('Blockiert durch PAY-3, PAY-4', 'Pilot darf das Projekt nur lesen'),
  );
});

test('the problem of a condition is in German wherever the server says it', async () => {
  const german = {
    'There is no field “statsu”; the fields are status, type. Did you mean status?':
      'Das Feld „statsu“ gibt es nicht; möglich sind status, type. War status gemeint?',
    'There is no person “ann” that you can see.': 'Person „ann“ gibt es nicht oder ist nicht sichtbar.',
    '“x” is no value of Paid; expected true or false.':
      '„x“ ist kein Wert von Paid; möglich: true oder false.',
    'Expected a value, but the filter ends here.': 'Hier fehlt ein Wert; der Filter endet hier.',
    'Expected a comma or a closing parenthesis, but found the text “b”.':
      'Hier fehlt ein Komma oder eine schließende Klammer; dort steht der Text „b“.',
  };
  for (const [english, expected] of Object.entries(german)) {
    const typed = (message: string) => ({ data: { items: [], problem: { from: 1, to: 7, message } } });
    assert.deepEqual(await inGerman(typed(english)), typed(expected));
    const refused = (message: string, filter: string) => ({
      error: { message, details: { filter: [filter] } },
    });
    assert.deepEqual(
      await inGerman(refused('Invalid input data', `Column 2: ${english}`), 400),
      refused('Eine Angabe ist ungültig', `Spalte 2: ${expected}`),
    );
  }
});
