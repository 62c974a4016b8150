import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newDatabase, onEveryEngine, type TestDatabase } from '../support/engines.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

onEveryEngine('a process that dies while a mail is on its way', (engine) => {
  let home: TestDatabase;
  let mail: MailServer;
  before(async () => {
    home = await newDatabase(engine);
    mail = await startMailServer();
  });
  after(async () => {
    await mail.close();
    await home.remove();
  });

  test('has sent it once: the next process sends the next mail, and not that one again', async () => {
    const first = await startServer(home.address, { SMTP_URL: mail.url });
    const ada = await signUp(first, 'ada');
    const ben = await signUp(first, 'ben');
    const died = Promise.withResolvers<void>();
    mail.beforeAnswer = async (letter) => {
      mail.beforeAnswer = undefined;
      // The server has the whole letter, and Docket will never know.
      await first.end('SIGKILL');
      assert.equal(letter.headers.get('subject'), 'Once');
      died.resolve();
    };
    await assign(first, ada.cookie, 'Once', ben.id);
    await died.promise;

    const second = await startServer(home.address, { SMTP_URL: mail.url });
    const arrived = Promise.withResolvers<void>();
    mail.beforeAnswer = async (letter) => {
      if (letter.headers.get('subject')?.includes('Next')) arrived.resolve();
    };
    await assign(second, ada.cookie, 'Next', ben.id);
    await arrived.promise;
    await second.end('SIGTERM');
    const subjects = mail.letters.map(({ headers }) => headers.get('subject'));
    assert.deepEqual(
      subjects.filter((subject) => subject?.includes('Once')),
      ['Once'],
    );
  });
});

async function signUp({ url }: RunningServer, name: string) {
  const account = { name, email: `${name}@example.org`, password: 'correct horse battery' };
  const answer = await send(`${url}/api/auth/sign-up/email`, account);
  const { data } = (await answer.json()) as { data: { user: { id: string } } };
  return { id: data.user.id, cookie: answer.headers.get('set-cookie')?.split(';')[0] as string };
}

async function assign({ url }: RunningServer, cookie: string, title: string, assigneeId: string) {
  assert.equal((await send(`${url}/api/tickets`, { title, assigneeId }, cookie)).status, 201);
}

const send = (url: string, body: object, cookie = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
