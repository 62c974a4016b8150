import { classes } from '../classes.ts';
import { useMarkdownView } from '../late.ts';
import '../display/fading-edges.css';
import './markdown.css';

export interface MarkdownProps {
  text: string;
  /** The link to a ticket. Without it, or if it returns undefined, the key stays text. */
  ticketHref?: ((key: string) => string | undefined) | undefined;
  /** Finds the mentioned person's name and link; undefined if nobody has that name. */
  mention?: ((name: string) => { name: string; href?: string | undefined } | undefined) | undefined;
  /** Called for a plain click on an address of this host, instead of loading the page. */
  onNavigate?: ((href: string) => void) | undefined;
  /** Makes tasks tickable; called with the whole changed text. */
  onChange?: ((text: string) => void) | undefined;
  /** The level of its first heading in the outline of the page. */
  topLevel?: number;
  /** The ids of its headings, in order, for links to them. */
  headingIds?: readonly string[];
  className?: string;
}

/** Markdown as React elements; no HTML text is ever made. Until the parser is loaded, the text is shown as written. */
export function Markdown(props: MarkdownProps) {
  const view = useMarkdownView();
  return (
    <div className={classes('markdown', props.className)}>
      {view ? <view.MarkdownView {...props} /> : <p className="markdown-raw">{props.text}</p>}
    </div>
  );
}
