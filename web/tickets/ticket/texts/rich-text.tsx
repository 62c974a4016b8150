import { Markdown } from '../../../parts/markdown/markdown.tsx';
import { useTextLinks } from './use-text-links.ts';

interface Props {
  text: string;
  /** Makes tasks tickable; called with the whole changed text. */
  onChange?: ((text: string) => void) | undefined;
}

/** Markdown with links to tickets and the names of people. */
export function RichText({ text, onChange }: Props) {
  return <Markdown text={text} onChange={onChange} {...useTextLinks()} />;
}
