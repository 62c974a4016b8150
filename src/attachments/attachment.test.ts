import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canDisplayInline, cleanFileName } from './attachment.ts';
import { parseRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { sniffContentType, sniffedBytes } from './sniff-content-type.ts';

test('a file name loses its path and the characters that could mislead a reader', () => {
  const table: [sent: string, shown: string][] = [
    ['screenshot.png', 'screenshot.png'],
    ['Łódź – 日本 👩‍👩‍👧.txt', 'Łódź – 日本 👩‍👩‍👧.txt'],
    ['שלום.txt', 'שלום.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['a"b\r\n.txt', 'a"b.txt'],
    ['a%22b%0D%0A.txt', 'a"b.txt'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['\u0000\u001b[31m.txt', '[31m.txt'],
    ['half \ud83d.txt', 'half .txt'],
    ['  ', 'unnamed'],
    ['', 'unnamed'],
    ['folder/', 'unnamed'],
    ['..', 'unnamed'],
  ];
  for (const [sent, shown] of table) assert.equal(cleanFileName(sent), shown, JSON.stringify(sent));
});

test('a file name is cut to 255 characters and keeps its extension', () => {
  const long = cleanFileName(`${'x'.repeat(300)}.tar`);
  assert.deepEqual([long.length, long.slice(-5)], [255, 'x.tar']);
  assert.equal([...cleanFileName('👍'.repeat(300))].length, 255);
});

test('the content type of a file is detected from its first bytes', () => {
  const hex = (text: string) => Buffer.from(text, 'hex');
  const table: [head: Buffer, contentType: string][] = [
    [hex('89504e470d0a1a0a0000000d'), 'image/png'],
    [hex('ffd8ffe000104a464946'), 'image/jpeg'],
    [Buffer.from('GIF89a...'), 'image/gif'],
    [Buffer.from('GIF86a...\0'), 'application/octet-stream'],
    [Buffer.from('RIFF\x10\0\0\0WEBPVP8L'), 'image/webp'],
    [Buffer.from('RIFF\x10\0\0\0WAVEfmt '), 'application/octet-stream'],
    [Buffer.from('%PDF-1.7\n'), 'application/pdf'],
    [hex('504b030414000000'), 'application/zip'],
    [hex('504b050600000000'), 'application/zip'],
    [hex('1f8b080000000000'), 'application/gzip'],
    [Buffer.from('\0\0\0\x20ftypisom'), 'video/mp4'],
    [Buffer.from('\0\0\0\x20ftypavif'), 'application/octet-stream'],
    [Buffer.from('Just words, naïve ones\n'), 'text/plain'],
    [Buffer.from('\ufeffWith a mark\n'), 'text/plain'],
    [Buffer.from('{"a": "<b>"}'), 'text/plain'],
    [Buffer.from('bell \x07'), 'application/octet-stream'],
    [hex('c3'), 'application/octet-stream'],
    [Buffer.from(`x${'ä'.repeat(sniffedBytes)}`).subarray(0, sniffedBytes), 'text/plain'],
    [Buffer.from('<!doctype html><script>1</script>'), 'application/octet-stream'],
    [Buffer.from('\ufeff \n<svg onload="1">'), 'application/octet-stream'],
    [Buffer.from('<?xml version="1.0"?>'), 'application/octet-stream'],
    [Buffer.from('MZ\x90\0'), 'application/octet-stream'],
    [Buffer.alloc(0), 'application/octet-stream'],
  ];
  for (const [head, contentType] of table) {
    assert.equal(sniffContentType(head), contentType, JSON.stringify(head.toString('latin1', 0, 40)));
  }
});

test('only images, PDF and plain text may be displayed inline', () => {
  for (const type of [
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'application/pdf',
    'text/plain',
  ]) {
    assert.ok(canDisplayInline(type), type);
  }
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/octet-stream',
    'application/zip',
    'video/mp4',
  ]) {
    assert.ok(!canDisplayInline(type), type);
  }
});

test('a Range header is parsed by RFC 9110 and ignored if malformed', () => {
  const none = 'not satisfiable';
  const table: [header: string | undefined, size: number, range: object | string | undefined][] = [
    [undefined, 10, undefined],
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=2-5', 10, { start: 2, end: 5 }],
    ['Bytes=7-', 10, { start: 7, end: 9 }],
    ['bytes=9-99', 10, { start: 9, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-99', 10, { start: 0, end: 9 }],
    [`bytes=0-${'9'.repeat(400)}`, 10, { start: 0, end: 9 }],
    ['bytes=10-', 10, none],
    ['bytes=10-12', 10, none],
    [`bytes=${'9'.repeat(400)}-`, 10, none],
    ['bytes=-0', 10, none],
    ['bytes=0-', 0, none],
    ['bytes=-5', 0, none],
    ['bytes=5-2', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=0-1,3-4', 10, undefined],
    ['bytes=a-b', 10, undefined],
    ['bytes=--5', 10, undefined],
    ['bytes=1.5-3', 10, undefined],
    ['lines=0-1', 10, undefined],
  ];
  for (const [header, size, range] of table) {
    assert.deepEqual(parseRange(header, size), range, `${header?.slice(0, 30)} of ${size}`);
  }
});

test('a file name cannot break out of the Content-Disposition header', () => {
  assert.equal(
    contentDisposition('attachment', `a"b\\c%'(d)*; ö.txt`),
    `attachment; filename="a_b_c_'(d)*; _.txt"; filename*=UTF-8''a%22b%5Cc%25%27%28d%29%2A%3B%20%C3%B6.txt`,
  );
});
