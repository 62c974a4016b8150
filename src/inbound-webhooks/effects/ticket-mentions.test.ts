import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../../test/support/processor-time.ts';
import { findTicketMentions } from './ticket-mentions.ts';

const keys = ['abc', 'pay', 'x-abc', 'a_b', '日本'.toLowerCase()];
const named = (text: string) =>
  findTicketMentions(text, keys).map(({ key, closes }) => (closes ? `${key}!` : key));

test('ticket keys are found in any case, and closed only after a closing keyword', () => {
  const table: [text: string, expected: string[]][] = [
    ['', []],
    ['Nothing here', []],
    ['ABC-12', ['abc-12']],
    ['abc-12: show the rate', ['abc-12']],
    ['feature/ABC-12-show-rate', ['abc-12']],
    ['mona/fix-abc-12', ['abc-12']],
    ['[ABC-12] (PAY-3)', ['abc-12', 'pay-3']],
    ['fixes ABC-12', ['abc-12!']],
    ['Fixes: ABC-12.', ['abc-12!']],
    ['Fixed #ABC-12', ['abc-12!']],
    ['closes the ticket PAY-3', ['pay-3!']],
    ['Fixes https://docket.example.org/tickets/ABC-12', ['abc-12!']],
    ['see https://docket.example.org/tickets/ABC-12?tab=PAY-3', ['abc-12', 'pay-3']],
    ['Resolves [ABC-12](https://docket.example.org/ABC-12)', ['abc-12!']],
    ['fixes ABC-12, ABC-13 and PAY-1; see PAY-2', ['abc-12!', 'abc-13!', 'pay-1!', 'pay-2']],
    ['ABC-1 fixes ABC-2', ['abc-1', 'abc-2!']],
    ['see ABC-1. fixes it', ['abc-1']],
    ['ABC-1\n\nfixes ABC-1', ['abc-1!']],
    ['prefixes ABC-1', ['abc-1']],
    ['fixesABC-1', []],
    ['ABC-0 ABC-01 ABC--1 ABC-1a XABC-1 ABC-1.2 ABC-1234567890', []],
    ['X-ABC-7', ['x-abc-7']],
    ['A_B-9 日本-4', ['a_b-9', '日本-4']],
    ['OTHER-1', []],
  ];
  for (const [text, expected] of table) assert.deepEqual(named(text), expected, text);
});

test('a text crafted to cause backtracking is searched as fast as any other', async () => {
  for (const part of ['fixes ', 'abc-', 'fixes abc-1, ', 'x-abc-', '(', 'closed the ticket ']) {
    const text = part.repeat(1_000_000 / part.length);
    const ms = await threadMs(() => assert.ok(findTicketMentions(text, keys).length <= 1));
    assert.ok(ms < 2_000, `${part}: ${ms} ms of processor time`);
  }
  const many = Array.from({ length: 5_000 }, (_, i) => `abc-${i + 1}`).join(' ');
  assert.equal(findTicketMentions(many, keys).length, 100);
});

test('without projects no ticket key is found', () => {
  assert.deepEqual(findTicketMentions('ABC-1', []), []);
});
