import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from '../../test/support/growth.ts';
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

const textOf = (html: string) => readMail(lines('Subject: x', 'Content-Type: text/html', '', html)).text;

test('comments, styles and titles of HTML are left out, and a sign that begins no tag stays', () => {
  const head = '<head><title>Draft</title><STYLE>p > b{}</style ></head>';
  assert.equal(
    textOf(`${head}<!-- a > b --><p title="x">1 < 2 <!-->&amp; <b>3</b> > 2</p>`),
    '1 < 2 & 3 > 2',
  );
  assert.equal(textOf('one<br/>two</P>three<br-x>four'), 'one\ntwo\nthree\nfour');
  assert.equal(textOf('kept<script>if (1</script >'), 'kept');
});

test('HTML whose tags, comments or elements do not end gives the words before them', () => {
  for (const rest of [
    '<p title="',
    '<!-- x',
    '<style>p{}',
    '<script>alert(1)</scripts>',
    '</p',
    '<style>x</style',
  ])
    assert.equal(textOf(`before${rest}`), 'before', rest);
});

test('the time for reading HTML grows with its size, not with its square, whatever is in it', {
  timeout: 300_000,
}, async () => {
  const units = [
    '<',
    '<a',
    '<a "',
    '<!',
    '<!--',
    '<style>',
    '<style></style',
    '</',
    '<br',
    '<a>',
    '&',
    '&lt',
    ' \n',
  ];
  for (const unit of units) {
    const growth = await growthOf((size) => textOf(unit.repeat(size / unit.length)), 30_000, 10);
    // The square of ten times the size takes a hundred times the time.
    assert.ok(growth < 40, `${unit}: ${growth}`);
  }
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
