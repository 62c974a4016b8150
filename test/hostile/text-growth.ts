import assert from 'node:assert/strict';
import { threadMs } from '../support/processor-time.ts';

/** Texts on which a careless expression or normalisation takes quadratic time or longer. */
const worstTexts: Record<string, (length: number) => string> = {
  'a long word': (length) => 'a'.repeat(length),
  'marks after an @': (length) => `@${'.-_+'.repeat(length / 4 - 1)}`,
  'many mentions': (length) => '@a.b '.repeat(length / 5),
  'combining marks': (length) => `a${'\u0315\u0300'.repeat(length / 2 - 1)}`,
  blanks: (length) => `a${' '.repeat(length - 2)}a`,
  'line breaks': (length) => `${'\r\n'.repeat(length / 2 - 1)}a`,
  backticks: (length) => '`a``'.repeat(length / 4),
  'open brackets': (length) => '[('.repeat(length / 2),
  'open tags': (length) => '<a '.repeat(length / 3),
  emphasis: (length) => '*_a'.repeat(length / 3),
  'table cells': (length) => '|-'.repeat(length / 2),
  'keys of tickets': (length) => 'AB-1 '.repeat(length / 5),
  'digits and dots': (length) => '1.'.repeat(length / 2),
  slashes: (length) => 'http://a/'.repeat(length / 9),
  emojis: (length) => '👩‍👩‍👧'.repeat(length / 8),
};

/** Shorter work is no danger, however it grows. */
const noticedMs = 40;
const growthMax = 2.5;
const tries = 3;

/** Fails if twice the text takes more than 2.5 times the processor time, where that is long enough to be felt. */
export async function assertLinear(
  work: (text: string) => Promise<unknown>,
  lengthMax: number,
  what: string,
): Promise<void> {
  for (const [name, make] of Object.entries(worstTexts)) {
    const [half, whole] = [make(lengthMax / 2), make(lengthMax)];
    if ((await threadMs(() => work(whole))) < noticedMs) continue;
    // The shortest of several runs, against noise.
    const times = { half: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
    for (let i = 0; i < tries; i++) {
      times.half = Math.min(times.half, await threadMs(() => work(half)));
      times.whole = Math.min(times.whole, await threadMs(() => work(whole)));
    }
    const growth = times.whole / times.half;
    assert.ok(
      times.whole < noticedMs || growth <= growthMax,
      `${what} with ${name}: twice the text takes ${growth.toFixed(1)} times as long (${times.whole.toFixed()} ms)`,
    );
  }
}
