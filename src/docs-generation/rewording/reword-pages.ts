import type { Block, DraftPage, Inline, Page } from '../../../packages/docs-drafts/index.ts';
import type { ModelAddress } from '../docs-settings.ts';
import { requestRewording } from './request-rewording.ts';

const textsMax = 400;
const growthMax = 4;

export interface RewordedPages {
  pages: DraftPage[];
  /** A sentence for the summary. */
  note: string;
}

/** Lets a model replace the prose of pages. Its output is inserted as text and escaped, so it cannot add markup. */
export async function rewordPages(
  pages: DraftPage[],
  model: ModelAddress,
  signal: AbortSignal,
): Promise<RewordedPages> {
  const texts = [...new Set(pages.flatMap(({ page }) => listProse(page)))].slice(0, textsMax);
  if (texts.length === 0) return { pages, note: '' };
  try {
    const answers = await requestRewording(model, texts, signal);
    const reworded = new Map(texts.map((text, index) => [text, acceptAnswer(text, answers[index])]));
    return {
      pages: pages.map(({ page, ...draft }) => ({
        ...draft,
        page: withProse(page, (text) => reworded.get(text) ?? text),
      })),
      note: `Wording by ${model.name}.`,
    };
  } catch (error) {
    signal.throwIfAborted();
    return {
      pages,
      note: `The model ${model.name} failed (${(error as Error).message}); the drafts keep the wording of the commits.`,
    };
  }
}

/** Keeps the original if the answer is empty or much longer than it. */
function acceptAnswer(text: string, answer: unknown): string {
  const words = typeof answer === 'string' ? answer.replace(/\s+/g, ' ').trim() : '';
  if (words === '' || words.length > growthMax * text.length + 80) return text;
  // The surrounding spaces separate the text from adjacent code and links.
  return `${/^\s*/.exec(text)?.[0]}${words}${/\s*$/.exec(text)?.[0]}`;
}

const listProse = ({ blocks }: Page): string[] => blocks.flatMap(proseOfBlock);

function proseOfBlock(block: Block): string[] {
  if ('list' in block)
    return block.list.flatMap(({ of, blocks = [] }) => [
      ...proseOfInlines(of),
      ...blocks.flatMap(proseOfBlock),
    ]);
  if ('paragraph' in block) return proseOfInlines(block.paragraph);
  return [];
}

const proseOfInlines = (inlines: Inline[]) =>
  inlines.flatMap((part) =>
    typeof part === 'object' && 'prose' in part && /\w{3}/.test(part.prose) ? [part.prose] : [],
  );

const withProse = (page: Page, change: (text: string) => string): Page => ({
  ...page,
  blocks: page.blocks.map((block) => changeBlock(block, change)),
});

function changeBlock(block: Block, change: (text: string) => string): Block {
  if ('paragraph' in block) return { ...block, paragraph: changeInlines(block.paragraph, change) };
  if (!('list' in block)) return block;
  return {
    ...block,
    list: block.list.map((item) => ({
      ...item,
      of: changeInlines(item.of, change),
      ...(item.blocks && { blocks: item.blocks.map((inner) => changeBlock(inner, change)) }),
    })),
  };
}

const changeInlines = (inlines: Inline[], change: (text: string) => string): Inline[] =>
  inlines.map((part) => (typeof part === 'object' && 'prose' in part ? { prose: change(part.prose) } : part));
