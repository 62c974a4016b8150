import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';

const screenshotFolder = path.resolve(import.meta.dirname, '../screenshots');

/** Keeps a picture to be looked at. It is not compared with another: Chromium draws differently on each architecture. */
export async function takeScreenshot(page: Page, name: string): Promise<string> {
  mkdirSync(screenshotFolder, { recursive: true });
  const file = path.join(screenshotFolder, `${name}.png`);
  await page.screenshot({ path: file });
  return file;
}

const faultsShown = 4;
const htmlShown = 300;

/** Runs axe. `rules` limits it, for example to the contrast of colours, which alone differs between themes. */
export async function assertAccessible(page: Page, rules?: string[]): Promise<void> {
  // Axe stays until another document is loaded. Bringing it into the page takes as long as half of its rules.
  const isThere = await page.evaluate('typeof axe === "object"');
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    // Without the legacy mode axe opens a second page for each run.
    .setLegacyMode()
    // Describing every element that passed a rule takes as long as all rules.
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, htmlShown)}\n${failureSummary}`),
  );
  const more = found.length - faultsShown;
  const shown = [...found.slice(0, faultsShown), ...(more > 0 ? [`and ${more} more`] : [])];
  assert.ok(found.length === 0, `axe on ${page.url()}:\n${shown.join('\n')}`);
}

export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window: width } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  assert.ok(content <= width, `${page.url()} is ${content} px wide in a window of ${width} px`);
}

/** No text is cut off, except by an ellipsis, by a limit of lines, or where one can scroll to it, nor squeezed into a column of letters. */
export async function assertNoClippedText(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate(findClippedText), [], `text is cut off on ${page.url()}`);
}

/** Runs in the page. */
function findClippedText(): string[] {
  const tolerancePx = 1.5;
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim();
    const parent = node.parentElement;
    if (!text || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    // White space around the words, such as the line break before a coloured word of code, is not part of their box.
    const start = node.textContent?.indexOf(text) ?? 0;
    range.setStart(node, start);
    range.setEnd(node, start + text.length);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const side = isSqueezed(range, box, text) ? 'squeezed' : clippedSide(parent, box);
    if (side)
      found.push(
        `${side}: “${text.slice(0, 60)}” in <${parent.tagName.toLowerCase()} class="${parent.className}">`,
      );
  }
  return found;

  /** True if most lines have one or two letters, or if a short word is broken. */
  function isSqueezed(range: Range, box: DOMRect, words: string): boolean {
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    return (
      (box.width < 24 && lines > 2 && /^\p{L}+$/u.test(words) && words.length / lines < 3) ||
      (lines > 1 && /^\p{L}{2,16}$/u.test(words))
    );
  }

  function clippedSide(parent: Element, box: DOMRect): string | undefined {
    let mayEndInEllipsis = false;
    for (
      let element: Element | null = parent;
      element && element !== document.body;
      element = element.parentElement
    ) {
      const style = getComputedStyle(element);
      const edge = element.getBoundingClientRect();
      // Text for screen readers alone.
      if (edge.width <= 1 || edge.height <= 1 || style.clipPath !== 'none') return undefined;
      if (style.textOverflow === 'ellipsis') mayEndInEllipsis = true;
      if (style.webkitLineClamp !== 'none') return undefined;
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return undefined;
      const paintsInside = /paint|strict|content/.test(style.contain);
      const clips = (overflow: string) => paintsInside || overflow === 'hidden' || overflow === 'clip';
      if (clips(style.overflowY)) {
        if (box.bottom > edge.bottom + tolerancePx) return 'bottom';
        if (box.top < edge.top - tolerancePx) return 'top';
      }
      if (clips(style.overflowX) && !mayEndInEllipsis) {
        if (box.right > edge.right + tolerancePx) return 'right';
        if (box.left < edge.left - tolerancePx) return 'left';
      }
      if (style.position === 'fixed') return undefined;
    }
    return undefined;
  }
}

/** Fails if a toast lies over one of these elements. */
export async function assertApart(page: Page, elements: Locator): Promise<void> {
  const boxes = async (locator: Locator) =>
    locator.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  await eventually(async () => {
    const toasts = await boxes(page.locator('.toast'));
    assert.ok(toasts.length > 0, 'no toast is shown');
    for (const toast of toasts)
      for (const { left, right, top, bottom } of await boxes(elements)) {
        const isApart =
          right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom;
        assert.ok(isApart, `a toast at ${toast.top} to ${toast.bottom} px covers ${top} to ${bottom} px`);
      }
  });
}
