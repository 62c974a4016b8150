import fc from 'fast-check';
import { formOf } from '../support/form.ts';

export interface ExpectedBody {
  example: Record<string, unknown>;
  fields: string[];
  required: string[];
}

type Entry = [field: string, value: unknown];

/** Texts that software often handles wrongly. */
const troublesomeTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202eevil',
  '\ufeff',
  'İ',
  'ß',
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table tickets; --",
  '" or 1=1 --',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '..\\..\\windows',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: `${` is part of the input
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0',
  '1.5',
  '1e309',
  '0x10',
  '9'.repeat(400),
  ',',
  ',,a,',
  'me',
  'none',
  '*',
  'deleted',
  '2026-02-30',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-01-01T24:00:00Z',
  'KEY-99999999999',
  '00000000-0000-7000-8000-000000000000',
];

/** Each of these ligatures folds to several letters. */
const expandingText = fc.string({
  unit: fc.integer({ min: 0xfd50, max: 0xfd8f }).map((code) => String.fromCodePoint(code)),
  minLength: 500,
  maxLength: 500,
});

/** fast-check's unit `binary` has no lone surrogates, and first builds a table of all code points, which takes 0.8 s. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...troublesomeTexts) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
  { weight: 1, arbitrary: expandingText },
  { weight: 1, arbitrary: fc.constantFrom(70_000, 110_000).map((length) => 'x'.repeat(length)) },
);

const oddNumber = fc.constantFrom(-1, 0, -0, 0.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1.7e308, 5e-324);
const deep = fc.constantFrom(10, 2_000).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)));
const prototypeKeys = fc
  .constantFrom('__proto__', 'constructor', 'prototype', 'hasOwnProperty')
  .map((key) => JSON.parse(`{"${key}": {"isAdmin": true}, "toString": null}`));

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  fc.constantFrom(null, true, false, {}, []),
  fc.array(oddText, { maxLength: 3 }),
  fc.constant(Array.from({ length: 60 }, (_, i) => `item ${i}`)),
  prototypeKeys,
  deep,
);

/** A body that is nearly valid: at most three fields are odd, sometimes with unknown fields added. */
const nearlyValid = ({ example, fields, required }: ExpectedBody): fc.Arbitrary<object> => {
  const valid = fc.subarray(fields).map((some) => some.map((field): Entry => [field, example[field]]));
  const odd = fc.array(fc.tuple(fc.constantFrom(...fields), oddValue), { maxLength: 3 });
  const requiredEntries = required.map((field): Entry => [field, example[field]]);
  const unknown = fc
    .oneof({ weight: 4, arbitrary: fc.constant({}) }, prototypeKeys)
    .map(Object.entries<unknown>);
  return fc
    .tuple(fc.constant(requiredEntries), valid, odd, unknown)
    .map((parts) => Object.fromEntries(parts.flat()));
};

const truncated = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([whole, part]) => whole.slice(0, whole.length * part));

const notJson = fc.constantFrom(
  '{',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '"\u0001"',
  `${'['.repeat(50_000)}"\\u0000"${']'.repeat(50_000)}`,
  '['.repeat(100_000),
  '{"title":"\\ud800\\u0000"}',
  '{"__proto__":{"x":1},"title":"a"}',
  '{"title":"a","title":{"b":1}}',
);

export function oddBody(expected: ExpectedBody): fc.Arbitrary<string | undefined> {
  const nearly = nearlyValid(expected).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 10, arbitrary: nearly },
    { weight: 2, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: notJson },
    { weight: 1, arbitrary: truncated(nearly) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '', ' ') },
  );
}

/** A form with one small PNG file, which every route that takes files accepts. */
export const [picture] = formOf({ name: 'a.png', content: Buffer.from('89504e470d0a1a0a', 'hex') });

const formWithOddName = oddText
  .filter((name) => !/["\r\n]/.test(name))
  .map((name) => formOf({ name, content: name })[0]);

export const oddForm: fc.Arbitrary<string | Buffer | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(picture) },
  { weight: 4, arbitrary: formWithOddName },
  { weight: 2, arbitrary: fc.nat(picture.length).map((length) => picture.subarray(0, length)) },
  { weight: 1, arbitrary: notJson },
  { weight: 1, arbitrary: fc.constantFrom(undefined, '') },
);

const encoded = (text: string, lengthMax: number) =>
  encodeURIComponent(text.slice(0, lengthMax).toWellFormed()).slice(0, lengthMax);

/** One segment of a path. Without `.` and `..`: the client resolves them, so another route would be called. */
export const oddSegment: fc.Arbitrary<string> = fc.oneof(
  oddText.filter((text) => !/^\.{0,2}$/.test(text)).map((text) => encoded(text, 8_000)),
  fc.constantFrom(
    '%00',
    '%zz',
    '%',
    '%2',
    '%2F',
    '%2e%2e%2f',
    '%c0%af',
    '%ed%a0%80',
    'a%00b',
    '%252e',
    'x'.repeat(501),
  ),
);

const oddPair = (names: string[]) =>
  fc
    .tuple(fc.constantFrom(...names, '__proto__', 'constructor', 'bogus', 'page[]', ''), oddText)
    .map(([name, value]) => `${name}=${encoded(value, 4_000)}`);
const brokenPair = (names: string[]) =>
  fc
    .tuple(
      fc.constantFrom(...names, 'q'),
      fc.constantFrom('%00', '%zz', '%', '%c0%af', 'a=b', '&&', '%u0041', '+'),
    )
    .map(([name, value]) => `${name}=${value}`);

export const oddQuery = (names: string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: oddPair(names) }, brokenPair(names)), { maxLength: 4 })
    .map((pairs) => pairs.join('&'));

/** Header values that Node's HTTP parser accepts. */
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '"',
    '""',
    '"1"',
    'W/"1.x"',
    '"-1"',
    '"1","2",',
    '"99999999999999999999"',
    'null',
    ',',
    'x'.repeat(300),
  ),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((c) => c !== 0x7f)
      .map((c) => String.fromCharCode(c)),
    maxLength: 40,
  }),
);
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/vnd.api+json',
  'APPLICATION/JSON;;',
  'application/jsonx',
  'text/plain',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  ';',
  '/',
];

const someOddHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'if-match': headerText,
    'if-none-match': headerText,
    'idempotency-key': headerText,
    prefer: fc.oneof(
      fc.constantFrom('return=minimal', 'return=minimal; x="', 'return=representation'),
      headerText,
    ),
    'content-type': fc.constantFrom(...contentTypes),
    origin: fc.oneof(
      fc.constantFrom('null', 'http://localhost:80', 'https://evil.example', 'http://', '://'),
      headerText,
    ),
    'user-agent': fc.oneof(fc.constant('é'.repeat(600)), headerText),
    'x-forwarded-for': headerText,
    'accept-encoding': headerText,
  },
  { requiredKeys: [] },
);

/** Mostly no headers: a request refused for its headers does not test the route. */
export const oddHeaders = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, string>>({}) },
  { weight: 1, arbitrary: someOddHeaders },
  { weight: 1, arbitrary: fc.record({ 'idempotency-key': headerText }) },
  { weight: 1, arbitrary: fc.record({ 'if-match': headerText, 'if-none-match': headerText }) },
);

export const oddCredential: fc.Arbitrary<Record<string, string>> = fc.oneof(
  headerText.map((text) => ({ cookie: `docket.session-token=${text}` })),
  headerText.map((text) => ({ cookie: text })),
  headerText.map((text) => ({ authorization: `Bearer ${text}` })),
  headerText.map((text) => ({ authorization: text })),
);
