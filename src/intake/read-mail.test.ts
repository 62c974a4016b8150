import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanSubmission, parseAddress } from './clean-text.ts';
import { readMail } from './read-mail.ts';

const lines = (...all: string[]) => all.join('\r\n');

test('a plain mail becomes title, text and sender', () => {
  const mail = readMail(
    lines(
      'From: "Grace Hopper" <grace@example.org>',
      'Subject: A moth',
      ' in the relay',
      '',
      'Found it.',
      '',
    ),
  );
  assert.deepEqual(mail, {
    title: 'A moth in the relay',
    text: 'Found it.',
    name: 'Grace Hopper',
    email: 'grace@example.org',
  });
});

test('encoded words, quoted-printable and base64 are decoded', () => {
  const mail = readMail(
    lines(
      'From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>',
      'Subject: =?utf-8?B?R3LDvMOf?= =?utf-8?q?e_aus_K=C3=B6ln?=',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      'ignored',
      '--b',
      'Content-Type: multipart/alternative; boundary=c',
      '',
      '--c',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Not <b>this</b></p>',
      '--c',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Das Ma=DF ist voll=',
      '.',
      '--c--',
      '--b',
      'Content-Type: application/pdf; name="bill.pdf"',
      'Content-Disposition: attachment; filename="bill.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0=',
      '--b--',
    ),
  );
  assert.equal(mail.title, 'Grüße aus Köln');
  assert.equal(mail.name, 'Jürgen');
  assert.equal(mail.text, 'Das Maß ist voll.\n\nAttachments that were not kept: bill.pdf');
});

test('a mail with HTML alone gives its words, without script and markup', () => {
  const { text } = readMail(
    lines(
      'Subject: x',
      'Content-Type: text/html',
      '',
      '<style>p{}</style><p>1 &lt; 2</p><script>alert(1)</script><div>three</div>',
    ),
  );
  assert.equal(text, '1 < 2\nthree');
});

test('broken and hostile messages never throw', () => {
  const nested = Array.from({ length: 50 }, (_, i) =>
    lines(`Content-Type: multipart/mixed; boundary=b${i}`, '', `--b${i}`),
  ).join('\r\n');
  for (const message of ['', '\r\n\r\n', ':', nested, 'Subject: =?nope?q?=ZZ?=\r\n\r\nx', '\0'.repeat(100)])
    assert.equal(typeof readMail(message).text, 'string');
});

test('control and bidirectional characters, long texts and wrong addresses are removed', () => {
  const clean = cleanSubmission({
    title: '  a\u0000b\u202ec\n d ',
    text: `x\u0007y\r\nz${'!'.repeat(30_000)}`,
    email: 'not an address',
    name: 'n'.repeat(500),
  });
  assert.equal(clean.title, 'a b c d');
  assert.ok(clean.text.startsWith('xy\nz') && clean.text.length === 20_000);
  assert.deepEqual([clean.email, clean.name?.length], [null, 200]);
  assert.equal(parseAddress('Eve <eve@example.org>\r\nBcc: all@example.org'), null);
});
