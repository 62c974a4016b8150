import type { Snippet } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { markRanges } from './mark-ranges.ts';
import './excerpt.css';

/** Where the words of a search are in a ticket, unless its title has them. The text is never read as HTML. */
export function Excerpt({ snippet }: { snippet: Snippet }) {
  const { field, comment } = snippet;
  if (field === 'title' || field === 'key') return null;
  const place =
    field === 'comment' ? m.search.inComment(comment?.author?.name ?? '') : m.search.inDescription;
  return (
    <span className="excerpt clipped">
      <span className="excerpt-place">{place}</span> <MarkedText snippet={snippet} />
    </span>
  );
}

const MarkedText = ({ snippet }: { snippet: Snippet }) => (
  <>
    {markRanges(snippet).map(({ text, isMatch }, index) =>
      isMatch ? <mark key={index}>{text}</mark> : text,
    )}
  </>
);
