import { isOwnPicture } from '../../display/initials.ts';
import type { Piece } from './inline-pieces.ts';
import { findLineKinds, type LineKind } from './line-kinds.ts';
import { drawLine } from './line-pieces.ts';

interface Line {
  text: string;
  kind: LineKind;
  element: HTMLElement;
}

interface Place {
  node: Node;
  offset: number;
  line: HTMLElement;
}

/** The lines of a text as elements: one `div` for each. Only lines that changed are drawn again. */
export class RichLines {
  readonly #root: HTMLElement;
  #lines: Line[] = [];

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** `dirty` is a line whose element the browser changed. */
  draw(text: string, dirty?: Element | null): void {
    const texts = text.split('\n');
    const kinds = findLineKinds(texts);
    const old = this.#lines;
    const isSame = (line: Line | undefined, index: number) =>
      line !== undefined &&
      line.element !== dirty &&
      line.text === texts[index] &&
      line.kind === kinds[index];
    let head = 0;
    while (head < texts.length && isSame(old[head], head)) head++;
    let tail = 0;
    const tailMax = Math.min(texts.length, old.length) - head;
    while (tail < tailMax && isSame(old[old.length - 1 - tail], texts.length - 1 - tail)) tail++;
    const before = old.slice(head, old.length - tail);
    const next = old[old.length - tail]?.element ?? null;
    const changed = texts.slice(head, texts.length - tail).map((lineText, index): Line => {
      const kind = kinds[head + index] ?? 'text';
      const reused = before[index];
      const element = reused?.element ?? document.createElement('div');
      if (!reused) this.#root.insertBefore(element, next);
      if (!reused || reused.element === dirty || reused.text !== lineText || reused.kind !== kind)
        fill(element, lineText, kind);
      return { text: lineText, kind, element };
    });
    for (const { element } of before.slice(changed.length)) element.remove();
    this.#lines = [...old.slice(0, head), ...changed, ...old.slice(old.length - tail)];
    this.#root.classList.toggle('rich-empty', text === '');
  }

  /** Draws everything, after the browser added or removed lines. */
  drawAnew(text: string): void {
    this.#root.replaceChildren();
    this.#lines = [];
    this.draw(text);
  }

  /** True if the elements are still those that were drawn. */
  get isIntact(): boolean {
    const { children } = this.#root;
    return (
      children.length === this.#lines.length &&
      this.#lines.every(({ element }, index) => children[index] === element)
    );
  }

  /** The text that the elements show, which is another one after the browser wrote into them. */
  read(): string {
    const texts: string[] = [];
    for (const node of this.#root.childNodes) {
      const words = node.textContent ?? '';
      // A browser that breaks a line itself leaves a break element in it.
      const breaks =
        node instanceof Element ? [...node.querySelectorAll('br')].slice(words === '' ? 1 : 0) : [];
      texts.push(words + '\n'.repeat(breaks.filter(({ nextSibling }) => nextSibling !== null).length));
    }
    return texts.join('\n');
  }

  lineOf(node: Node | null): HTMLElement | undefined {
    let at = node;
    while (at && at.parentNode !== this.#root) at = at.parentNode;
    return at instanceof HTMLElement ? at : undefined;
  }

  offsetOf(node: Node, offset: number): number {
    if (node === this.#root) {
      const before = this.#lines.slice(0, offset).reduce((sum, { text }) => sum + text.length + 1, 0);
      return Math.max(0, offset >= this.#lines.length ? before - 1 : before);
    }
    const line = this.lineOf(node);
    let start = 0;
    for (const { element, text } of this.#lines) {
      if (element === line) break;
      start += text.length + 1;
    }
    if (!line) return Math.max(0, start - 1);
    const range = document.createRange();
    range.setStart(line, 0);
    range.setEnd(node, offset);
    return start + range.toString().length;
  }

  /** The place of an offset; the text nodes of a hidden mark count. */
  placeOf(offset: number): Place | undefined {
    let rest = offset;
    for (const { element, text } of this.#lines) {
      if (rest > text.length) {
        rest -= text.length + 1;
        continue;
      }
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let last: Text | undefined;
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        last = node;
        if (rest <= node.data.length) return { node, offset: rest, line: element };
        rest -= node.data.length;
      }
      return last
        ? { node: last, offset: last.data.length, line: element }
        : { node: element, offset: 0, line: element };
    }
    return undefined;
  }
}

/** True if only marks follow in the line. */
export function isBeforeHidden({ node, offset, line }: Place): boolean {
  if (!(node instanceof Text) || offset < node.data.length) return false;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  walker.currentNode = node;
  let count = 0;
  for (let next = walker.nextNode(); next; next = walker.nextNode(), count++)
    if (!next.parentElement?.closest('.rich-mark')) return false;
  return count > 0;
}

function fill(element: HTMLElement, text: string, kind: LineKind): void {
  const { look, pieces, cells, indent } = drawLine(text, kind);
  const isActive = element.classList.contains('rich-active');
  element.className = `rich-line ${look}${isActive ? ' rich-active' : ''}`;
  element.style.setProperty('--depth', String(indent ?? 0));
  if (text === '') {
    element.replaceChildren(document.createElement('br'));
    return;
  }
  const nodes = cells
    ? cells.map((cell) => {
        const box = document.createElement('span');
        box.className = 'rich-cell';
        box.append(...cell.map(node));
        return box;
      })
    : pieces.map(node);
  const pictures = pieces.flatMap(({ picture }) =>
    picture && isOwnPicture(picture, location.origin) ? [drawPicture(picture)] : [],
  );
  element.replaceChildren(...nodes, ...pictures);
}

function node({ text, look }: Piece): Node {
  if (look.trim() === '') return document.createTextNode(text);
  const span = document.createElement('span');
  span.className = look.trim();
  span.textContent = text;
  return span;
}

/** Its words are in the line above it. */
function drawPicture(source: string): HTMLElement {
  const picture = document.createElement('img');
  picture.className = 'rich-picture';
  picture.src = source;
  picture.alt = '';
  picture.draggable = false;
  picture.contentEditable = 'false';
  return picture;
}
