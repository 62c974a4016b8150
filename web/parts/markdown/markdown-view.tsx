import { createElement, Fragment, type MouseEvent, type ReactNode, useMemo } from 'react';
import { m } from '../../messages/index.ts';
import { classes } from '../classes.ts';
import { CodeBlock } from '../display/code-block.tsx';
import { isOwnPicture } from '../display/initials.ts';
import type { Picture } from './lightbox.tsx';
import type { MarkdownProps } from './markdown.tsx';
import type { Block, Inline, ListItem } from './markdown-tree.ts';
import { isSafeLink, parseMarkdown } from './parse-markdown.ts';
import { canToggleTasks, toggleTask } from './toggle-task.ts';
import { useLightbox } from './use-lightbox.tsx';

type Context = Omit<MarkdownProps, 'className'> & {
  canToggle: boolean;
  /** The ids of the headings that are not rendered yet. */
  idsLeft: string[];
  onPicture: (pressed: HTMLElement) => void;
};

export function MarkdownView(props: MarkdownProps) {
  const { text } = props;
  const tree = useMemo(() => parseMarkdown(text), [text]);
  const canToggle = useMemo(() => canToggleTasks(text, tree), [text, tree]);
  const { openPictures, lightbox } = useLightbox();
  const onPicture = (pressed: HTMLElement) => {
    const page = pressed.closest('main, [role=dialog]') ?? document;
    const all = [...page.querySelectorAll('.markdown-picture')];
    openPictures(all.flatMap(readPicture), all.indexOf(pressed));
  };
  return (
    <>
      {blocks(tree, { ...props, canToggle, onPicture, idsLeft: [...(props.headingIds ?? [])] })}
      {lightbox}
    </>
  );
}

function readPicture(button: Element): Picture[] {
  const picture = button.querySelector('img');
  return picture ? [{ source: picture.src, name: picture.alt }] : [];
}

const blocks = (list: readonly Block[], context: Context): ReactNode =>
  list.map((block, index) => <Fragment key={index}>{renderBlock(block, context)}</Fragment>);

function renderBlock(block: Block, context: Context): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlines(block.children, context)}</p>;
    case 'heading':
      return createElement(
        `h${Math.min(6, block.rank + (context.topLevel ?? 3) - 1)}`,
        { className: `markdown-h${block.level}`, id: context.idsLeft.shift() },
        inlines(block.children, context),
      );
    case 'code':
      return <CodeBlock code={block.text} language={block.language || undefined} />;
    case 'quote':
      return <blockquote>{blocks(block.children, context)}</blockquote>;
    case 'rule':
      return <hr />;
    case 'table':
      return renderTable(block, context);
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index} className={item.task === undefined ? undefined : 'markdown-task'}>
          {renderTask(item, context)}
          <div className="markdown-item">{itemBlocks(item.children, block.tight, context)}</div>
        </li>
      ));
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
  }
}

/** In a tight list the first paragraph of an item has no space around it. */
function itemBlocks(children: readonly Block[], tight: boolean, context: Context): ReactNode {
  if (!tight) return blocks(children, context);
  return children.map((block, index) => (
    <Fragment key={index}>
      {block.kind === 'paragraph' ? inlines(block.children, context) : renderBlock(block, context)}
    </Fragment>
  ));
}

function renderTask({ task, checked }: ListItem, { text, canToggle, onChange }: Context): ReactNode {
  if (task === undefined) return null;
  const mayToggle = canToggle && onChange !== undefined;
  return (
    <input
      type="checkbox"
      className="checkbox"
      aria-label={m.parts.task}
      checked={checked === true}
      disabled={!mayToggle}
      onChange={(event) => {
        const changed = toggleTask(text, task, event.target.checked);
        if (changed !== undefined) onChange?.(changed);
      }}
    />
  );
}

function renderTable({ head, rows }: Extract<Block, { kind: 'table' }>, context: Context): ReactNode {
  const align = (side: string | null) => (side === null || side === 'left' ? undefined : `markdown-${side}`);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section is a landmark, whose name must be unique
    <div className="markdown-table fading-edges" role="group" tabIndex={0} aria-label={m.parts.table}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} className={align(cell.align)}>
                {inlines(cell.children, context)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className={align(cell.align)}>
                  {inlines(cell.children, context)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const inlines = (list: readonly Inline[], context: Context): ReactNode =>
  list.map((each, index) =>
    typeof each === 'string' ? each : <Fragment key={index}>{renderInline(each, context)}</Fragment>,
  );

function renderInline(inline: Exclude<Inline, string>, context: Context): ReactNode {
  switch (inline.kind) {
    case 'strong':
      return <strong>{inlines(inline.children, context)}</strong>;
    case 'emphasis':
      return <em>{inlines(inline.children, context)}</em>;
    case 'deleted':
      return <del>{inlines(inline.children, context)}</del>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'break':
      return <br />;
    case 'link':
      return anchor(inline.href, inlines(inline.children, context), context, inline.external);
    case 'picture':
      return renderPicture(inline.source, inline.text, context);
    case 'ticket': {
      const href = context.ticketHref?.(inline.key);
      return href === undefined ? inline.key : anchor(href, inline.key, context, false, 'markdown-ticket');
    }
    case 'mention':
      return renderMention(inline.name, context);
  }
}

function renderMention(written: string, context: Context): ReactNode {
  const found = context.mention?.(written);
  if (!found) return `@${written}`;
  const name = `@${found.name}`;
  if (found.href === undefined) return <span className="markdown-mention">{name}</span>;
  return anchor(found.href, name, context, false, 'markdown-mention');
}

/** A picture of another host would reveal to it who reads this, so it becomes a link. */
function renderPicture(source: string, text: string, context: Context): ReactNode {
  const words = text || source;
  if (isOwnPicture(source, location.origin)) {
    return (
      <button
        type="button"
        className="markdown-picture"
        aria-label={m.editor.openPicture(words)}
        onClick={(event) => context.onPicture(event.currentTarget)}
      >
        <img src={source} alt={text} loading="lazy" decoding="async" />
      </button>
    );
  }
  return isSafeLink(source) ? anchor(source, words, context, true) : words;
}

function anchor(
  href: string,
  children: ReactNode,
  { onNavigate }: Context,
  external: boolean,
  className?: string,
): ReactNode {
  if (external) {
    return (
      <a href={href} className={className} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  const navigate = (event: MouseEvent) => {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || !onNavigate || href.startsWith('#')) return;
    event.preventDefault();
    onNavigate(href);
  };
  return (
    <a href={href} className={classes(className)} onClick={navigate}>
      {children}
    </a>
  );
}
