import { codePieces } from '../../display/code-pieces.ts';
import { inlinePieces, type Piece } from './inline-pieces.ts';
import { type LineKind, splitCells } from './line-kinds.ts';

export interface DrawnLine {
  /** The classes of the line. */
  look: string;
  pieces: Piece[];
  /** Groups of pieces that are cells of a table; the pieces are in them alone. */
  cells?: Piece[][];
  /** How far the text of a list item stands in, in steps of one level. */
  indent?: number;
}

const listStart = /^(\s*)((?:>\s?)*)(\s*)([-*+]|\d{1,9}[.)])(\s+)(\[[ xX]\]\s)?/;

/** What a line looks like; the texts of its pieces are, one after the other, the line. */
export function drawLine(text: string, kind: LineKind): DrawnLine {
  if (kind === 'fence') return { look: 'rich-block rich-fence', pieces: [{ text, look: '' }] };
  if (kind.startsWith('code:')) return { look: 'rich-block', pieces: codePieces(text, kind.slice(5)) };
  if (kind === 'rule') return { look: 'rich-rule', pieces: [{ text, look: 'rich-mark' }] };
  if (kind === 'delimiter') return { look: 'rich-delimiter', pieces: [{ text, look: 'rich-mark' }] };
  if (kind === 'head' || kind === 'row') return drawRow(text, kind);
  if (kind !== 'text') {
    const [start = ''] = /^\s*#+\s*/.exec(text) ?? [];
    const rest = inlinePieces(text.slice(start.length));
    return { look: `rich-heading rich-${kind}`, pieces: [{ text: start, look: 'rich-mark' }, ...rest] };
  }
  return drawText(text);
}

function drawRow(text: string, kind: LineKind): DrawnLine {
  const cells = splitCells(text);
  return {
    look: kind === 'head' ? 'rich-row rich-head' : 'rich-row',
    pieces: [],
    cells: cells.map(({ from, start, end }, index) => {
      const until = index === cells.length - 1 ? text.length : end;
      return [
        { text: text.slice(from, start), look: 'rich-bar' },
        ...inlinePieces(text.slice(start, end)),
        { text: text.slice(end, until), look: 'rich-bar' },
      ].filter((piece) => piece.text !== '');
    }),
  };
}

function drawText(text: string): DrawnLine {
  const item = listStart.exec(text);
  if (!item) {
    const [quote = ''] = /^\s{0,3}(?:>\s?)+/.exec(text) ?? [];
    const pieces = inlinePieces(text.slice(quote.length));
    if (quote === '') return { look: '', pieces };
    return { look: 'rich-quote', pieces: [{ text: quote, look: 'rich-mark' }, ...pieces] };
  }
  const [whole, outer = '', quote = '', inner = '', sign = '', space = '', task = ''] = item;
  const depth = Math.floor((outer + inner).replaceAll('\t', '  ').length / 2);
  const isDone = /x/i.test(task);
  const pieces: Piece[] = [
    { text: outer, look: depth > 0 && quote === '' ? 'rich-indent' : '' },
    { text: quote, look: 'rich-mark' },
    { text: inner, look: 'rich-indent' },
    {
      text: sign + space,
      look: /\d/.test(sign) ? 'rich-number' : task ? 'rich-bullet-of-task' : 'rich-bullet',
    },
    { text: task, look: isDone ? 'rich-task rich-checked' : 'rich-task' },
    ...inlinePieces(text.slice(whole.length), isDone ? ' rich-done' : ''),
  ];
  return {
    look: quote === '' ? 'rich-item' : 'rich-item rich-quote',
    pieces: pieces.filter((piece) => piece.text !== ''),
    indent: depth,
  };
}
