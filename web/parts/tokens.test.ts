import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const themes = { light: readTheme(0), dark: readTheme(1) };

const backgrounds = ['canvas', 'surface', 'raised', 'hover', 'selected'];
const textColours = ['text', 'muted', 'accent', 'amber', 'violet', 'green', 'red', 'teal'];
const softColours = ['accent', 'amber', 'violet', 'green', 'red', 'teal', 'muted'];
const avatars = Array.from({ length: 8 }, (_, index) => `avatar-${index}`);

for (const [theme, colours] of Object.entries(themes)) {
  const check = (front: string, back: string, least: number) => {
    const ratio = contrast(colours[front], colours[back]);
    assert.ok(
      ratio >= least,
      `${front} on ${back} has ${ratio.toFixed(2)} in the ${theme} theme, under ${least}`,
    );
  };

  describe(`colours of the ${theme} theme`, () => {
    test('every text colour has a contrast of 4.5 on every background of rows and surfaces', () => {
      for (const text of textColours) for (const back of backgrounds) check(text, back, 4.5);
    });

    test('coloured text has a contrast of 4.5 on its quiet background, and plain text on each', () => {
      for (const name of softColours) {
        check(name, `${name}-soft`, 4.5);
        check('text', `${name}-soft`, 4.5);
        check('muted', `${name}-soft`, 4.5);
      }
    });

    test('text on filled buttons and avatars has a contrast of 4.5', () => {
      check('on-accent', 'accent', 4.5);
      check('on-accent', 'accent-hover', 4.5);
      check('on-red', 'red', 4.5);
      for (const avatar of avatars) check('on-avatar', avatar, 4.5);
    });

    test('borders of controls have a contrast of 3 on every background', () => {
      for (const back of backgrounds) check('control', back, 3);
    });

    test('hovered and active rows differ from the list, popup or sidebar that they are in', () => {
      for (const back of ['canvas', 'surface', 'raised']) {
        check('hover', back, 1.07);
        check('selected', back, 1.07);
      }
    });
  });
}

test('the file defines each colour once', () => {
  const names = [...css.matchAll(/^ {2}--([a-z0-9-]+): (?:light-dark\(#|#)/gm)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length > 30);
});

function readTheme(index: 0 | 1): Record<string, string> {
  const entries = [
    ...css.matchAll(/--([a-z0-9-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g),
  ];
  return Object.fromEntries(
    entries.map(([, name, light, dark]) => [name, index === 0 ? light : (dark ?? light)]),
  );
}

/** The ratio of WCAG 2: of the relative luminances, each with 5 % of ambient light. */
function contrast(one: string | undefined, other: string | undefined): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string | undefined): number {
  assert.ok(colour, 'unknown colour');
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

test('no other style sheet writes a colour itself', () => {
  const root = new URL('..', import.meta.url);
  const sheets = globSync('**/*.css', { cwd: root, exclude: ['dist/**', 'parts/tokens.css'] });
  assert.ok(sheets.length > 10);
  for (const sheet of sheets) {
    const lines = readFileSync(new URL(sheet, root), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const written = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/i.exec(
        line.replace(/url\("[^"]*"\)/, ''),
      );
      assert.equal(
        written,
        null,
        `web/${sheet}:${index + 1} writes ${written?.[0]}; use a token of web/parts/tokens.css`,
      );
    }
  }
});
